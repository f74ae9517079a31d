/** How people and assistants state facts: places, amounts, versions, owners and behaviour. */
import type { Cue } from './table.ts';

const one = (flags: string, ...parts: readonly string[]): RegExp =>
  new RegExp(parts.join('|'), flags);

const CODE = '`[^`\\n]{2,80}`';
const UNIT =
  '(?:%|[kmgt]i?b\\b|ms\\b|s\\b|seconds?|minutes?|hours?|days?|weeks?|months?|years?|requests?|calls?|rows?|items?|users?|times?|characters|bytes|lines?|pixels?|px)';
const MONTHS =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
/** A thing as the subject: no participant, no pronoun, no report on what was just done. */
const THING =
  '^(?:and |but |also,? |note that |by default,? )*(?!(?:i|we|you|he|she|they|it|its|this|that|these|those|there|here|what|how|why|when|where|which|who|if|to|let|now|then|next|first|once|please|running|run|use|update|add|create|set|make|ensure|check|remove|move|install|open|change|put|replace|read|all (?:tests|checks))\\b)';

export const FACTS_EN_USER: readonly Cue[] = [
  {
    kind: 'fact',
    pattern: one(
      'i',
      '\\b(?:is|are) (?:responsible for|in charge of)\\b|\\b(?:takes? care of|signs? off)\\b|\\b(?:owned|maintained|hosted|operated|run) by\\b',
      `${THING}.{2,60}\\b(?:listens?|is served|is reachable|is available) (?:on|at|under)\\b`,
      `\\b(?:limited|capped|restricted) to (?:about |around )?\\d|\\ballows? (?:only |at most |up to )?\\d|\\b(?:takes?|lasts?) (?:about|around|roughly|up to|at least|some) (?:\\d|an?\\b|two|three|half)`,
      `\\b(?:runs?|reset|resets|wiped|rebuilt|restarted|restarts|synced|syncs|refreshed|rotated|deployed) (?:every|each|once an?|daily|nightly|weekly|hourly)\\b`,
      `\\b(?:expires?|runs? out|renews?|ends?|is due) (?:on|in|at|by|at the end of) (?:\\d|${MONTHS})`,
      '^we (?:are|have) (?:an? (?:small |large )?(?:team|group)|only)\\b',
    ),
  },
];

/** The value, the place or the name that such a sentence gives. */
const WITH_VALUE = '(?=[^`\\d]*[`\\d])';
const STORED =
  '(?:defined|declared|implemented|handled|configured|registered|documented|generated|stored|kept|raised|parsed|validated|checked|set|located|cached|logged|mounted|served|loaded|read|created)';

/** What is the case since this turn, with its value: "The job runs at 04:00 now." */
const STATE_EN = new RegExp(
  '^(?!(?:[Ii]t|[Tt]h(?:is|at|ey|ese|ose|ere)|[Hh]ere|I|[WwYy]e|[Yy]ou|[Aa]ll|[Ee]verything|[Bb]oth|(?:The |All )?[Tt]ests?)\\b)' +
    '(?=.*(?:\\d|[`"#/@_]|[a-z][A-Z]|[a-z] [A-Z]|(?:hour|dai|week|night)ly))(?:[Tt]he |[Ee]ach |[Ee]very |[Aa]n? )?[\\w`\'./ -]{2,50} ' +
    '(?:now (?:runs?|uses?|listens?|lives?|expires?|starts?|returns?|requires?|allows?|keeps?|points?|sends?|is|are)\\b.{2,80}|' +
    '(?:runs?|uses?|listens?|lives?|expires?|starts?|returns?|requires?|allows?|keeps?|points?|sends?|is|are) .{2,80} now[.!]?$)',
);

export const FACTS_EN_ASSISTANT: readonly Cue[] = [
  { kind: 'fact', pattern: STATE_EN },
  {
    kind: 'fact',
    pattern: new RegExp(
      `^${WITH_VALUE}(?:exits? with (?:code|status) \\d|(?!read\\b).*\\b\\d+ (?:\\w+ ){1,3}(?:in|under) (?:the )?\`[^\`\\n]{0,60}/[^\`\\n]{0,60}\`|${THING.slice(1)}(?:${[
        `.{2,120}\\b(?:(?:is|are|was|were) (?:\\w+ )?${STORED}|is|are|lives?|resides?|ends? up) (?:in|at|under|from|on line \\d+ of|by) (?:the )?${CODE}`,
        `.{2,80}\\b(?:listens?|is served|is reachable|runs?) (?:on|at|under) (?:port|https?:|localhost|:\\d|\`)`,
        `(?:\\S+ ){1,6}?(?:only |always |also )?(?:limits?|caps?|expires?|times? out|retries|waits?)\\b.{0,60}?\\d+ ?${UNIT}`,
        `(?:the |our |your )?(?:project|repo(?:sitory)?|app(?:lication)?|codebase|service|backend|frontend|server|build|ci|workflow|site|package|stack)s? (?:currently )?(?:uses?|runs?(?: on)?|is on|targets?|requires?|is built (?:with|on)|depends on|is pinned (?:to|at)) .{0,40}\\bv?\\d`,
        `(?:(?:the|an?|our|your|each|every) )?(?:\\S+ ){1,4}?(?:only |always |never |also |silently )?(?:reads|expects|ignores|returns|exits|responds|falls back|defaults to|rejects|accepts|strips|looks for|depends on|(?:is|are) (?:not|never|only|always) (?:called|loaded|read|run|set|used|written|exported|supported|available|enabled|cached|tracked))\\b`,
        `.{2,60}\\b(?:is|are) (?:signed|encrypted|versioned|keyed|deployed|released) (?:with|by|from|to|on)\\b.{0,30}${CODE}`,
      ].join('|')}))`,
      'i',
    ),
  },
  {
    kind: 'fact',
    pattern: new RegExp(
      `^(?=.*(?:, not |together|in sync|in (?:lock-?)?step))(?:.*\\b(?:must|have to|need to|should) (?:all |both )?(?:change|move|stay|be (?:changed|updated|kept|edited|moved)) (?:together|in sync|in step|in lock-?step)\\b|${THING.slice(1)}[\\w\`./+ -]{2,60} (?:is|are) (?:(?:an?|the) )?(?!not\\b)[\\w -]{2,60}, not (?:an? |the )?\\w)`,
      'i',
    ),
  },
];

const EINHEIT =
  '(?:%|[kmgt]b|ms|sekunden?|minuten?|stunden?|tagen?|wochen?|anfragen|zeilen|zeichen|nutzer)';

export const FACTS_DE_USER: readonly Cue[] = [
  {
    kind: 'fact',
    pattern: new RegExp(
      `(?<![\\p{L}])(?:(?:ist|sind) .{0,40}zuständig|zuständig (?:ist|für)|wird (?:von|durch) .{2,60} (?:gepflegt|betreut|betrieben|gewartet|entwickelt|geprüft)|hört auf|erreichbar unter|(?:höchstens|maximal|bis zu|nur) \\d+(?:[.,]\\d+)? ?${EINHEIT}|dauert (?:etwa|rund|ungefähr|bis zu|\\d)|läuft (?:jede|täglich|wöchentlich|nachts|stündlich)|(?:läuft|endet|verfällt) (?:am|im) (?:\\d|\\p{Lu})|wir sind (?:nur )?(?:zu \\p{L}+|ein(?:e)? (?:team|gruppe)))(?![\\p{L}])`,
      'iu',
    ),
  },
];

export const FACTS_DE_ASSISTANT: readonly Cue[] = [
  {
    kind: 'fact',
    pattern: new RegExp(
      `^(?!(?:ich|wir|du|sie|jetzt|nun|als nächstes|zuerst|dann)(?![\\p{L}])).{2,120}(?<![\\p{L}])(?:(?:steht|stehen|liegt|liegen|findet sich|befindet sich) (?:in|unter) ${CODE}|(?:ist|sind|wird|werden) (?:\\p{L}+ )?in ${CODE} (?:definiert|umgesetzt|festgelegt|geprüft|eingestellt|konfiguriert|abgelegt)|(?:hört|läuft) auf port|bricht mit code \\d|beendet sich mit code \\d|(?:verwendet|nutzt|benötigt|braucht) (?:\\S+ ){1,3}v?\\d+(?:\\.\\d+)?|(?:höchstens|maximal) \\d+ ?${EINHEIT})`,
      'iu',
    ),
  },
];
