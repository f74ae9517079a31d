/** How people and assistants describe unfinished work, in English and German. */
import type { Cue } from './table.ts';

const one = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'i');

const LATER_EN =
  '(?:later(?! than)|tomorrow|another (?:day|time)|next (?:time|week|month|sprint|session|release|iteration)|in (?:an?|the) (?:next|later|separate|follow-?up|second|different|new) (?:session|pr|pull request|step|change|release|commit|issue|ticket|task|iteration|sprint))\\b';
const WORK_EN =
  '(?:do|fix|add|handle|tackle|look (?:at|into)|finish|write|clean|take care of|deal with|come back to|pick (?:\\w+ )?up|implement|migrate|test|revisit|continue(?: with)?|address|refactor|replace|remove|rotate|update|document)';

/** Postpones work. Takes precedence over words that ask for work in this step. */
export const POSTPONED_EN = new RegExp(
  `^(?!.*\\b(?:if|maybe|perhaps|could|unless|suppose|would)\\b).*(?:\\b(?:park(?:ed)?|shelved?|defer(?:red)?)\\b.{1,60}\\bfor now\\b|\\b(?:left|leave|save|park(?:ed)?|shelved?|skip(?:ped)?|defer(?:red)?|postponed?)\\b.{1,60}\\b(?:for (?:later|another (?:day|time|pr|session)|the next \\w+)|until\\b|to (?:later|next|an? (?:later|separate|follow-?up)))|\\b${WORK_EN}\\b.{1,60}\\b${LATER_EN}|\\bremind me\\b|\\bdon['’]?t let (?:me|us) forget\\b)`,
  'i',
);

export const OPEN_EN_USER: readonly Cue[] = [
  {
    kind: 'open',
    pattern: one(
      POSTPONED_EN.source,
      "\\b(?:we|i)(?:['’]ve| have)? (?:postponed|deferred|shelved|parked)\\b",
      '\\b(?:put|is|are) on hold\\b',
      '\\b(?:ha(?:s|ve) to|can|must) wait\\b(?! for me)',
      '^next (?:time|session)\\b.{8,}',
      '^(?:and |so |then )*tomorrow(?::|,| (?:we|i)\\b).{8,}',
      "\\b(?:ha(?:ve|s)(?:n['’]?t| not) (?:gotten|got)|did(?:n['’]?t| not) get) (?:around )?to\\b",
      '\\b(?:blocked|stuck) (?:on|by)\\b',
      '\\b(?:is|are) to be (?:done|written|decided|defined|clarified|tested|continued|added|fixed)\\b',
      '^(?:nobody|no one|none of)\\b.*\\byet\\b',
      '\\b(?:still|remains?) (?:unclear|unresolved|undecided|unknown)\\b',
    ),
  },
];

export const OPEN_EN_ASSISTANT: readonly Cue[] = [
  {
    kind: 'open',
    isAnywhere: true,
    pattern: one(
      '\\b(?:is|are|remains?) (?:still )?un(?:committed|pushed|merged|tested|resolved|verified|fixed|finished|documented|translated|released)\\b(?! (?:changes|files|work)\\b)',
      "\\bi (?:did(?:n['’]?t| not)|ha(?:ve)?(?:n['’]?t| not)) (?:yet )?(?:touch|run|test|verif|commit|push|merge|finish|updat|migrat|remov|delet|deploy|releas|measur|renam)\\w*\\b",
      '\\bi (?:deliberately |intentionally )?left\\b.{1,80}\\b(?:for (?:now|later|you|a follow-?up|another|the next)|untouched|undone|open|as a follow-?up)\\b',
      '\\b(?:deferred|postponed) (?:to|until|for)\\b',
      '\\b(?:is|are) blocked (?:by|on)\\b',
      '\\b(?:is|are) (?:only |still |just )?(?:stubbed|a stub|a placeholder|placeholders|hard-?coded for now)\\b',
      '\\b(?:tests?|checks?|builds?|jobs?)\\b.{0,40}\\b(?:(?:is|are) )?still (?:fail\\w*|red|broken)\\b',
    ),
  },
];

const LATER_DE =
  '(?:später|morgen|(?:beim )?nächste[sn]? mal|nächste (?:woche|sitzung|version)|in (?:der|einer) (?:nächsten|späteren|eigenen) (?:sitzung|version|änderung)|im nächsten (?:schritt|release|sprint))(?![\\p{L}])';

export const POSTPONED_DE = new RegExp(
  `^(?!.*(?<![\\p{L}])(?:wenn|falls|vielleicht|könnten?|würden?|eventuell)(?![\\p{L}])).*(?<![\\p{L}])(?:(?:machen|bauen|klären|prüfen|testen|ergänzen|erledigen|schreiben|beheben|kümmern|ändern|mache|baue|kläre|prüfe|teste|schreibe)(?![\\p{L}]).{0,40}(?<![\\p{L}])${LATER_DE}|^(?:und |dann )*morgen (?:noch|dann|erst) .{8,}|${LATER_DE}.{0,40}(?<![\\p{L}])(?:machen|bauen|klären|prüfen|testen|ergänzen|erledigen|kümmern|weiter)(?![\\p{L}])|(?:verschieben|verschoben|vertagen|vertagt|zurückgestellt|stellen .{1,40} zurück)(?![\\p{L}])|erinner\\p{L}* mich)`,
  'iu',
);

export const OPEN_DE_USER: readonly Cue[] = [
  {
    kind: 'open',
    pattern: new RegExp(
      `${POSTPONED_DE.source}|(?<![\\p{L}])(?:lassen wir (?:\\p{L}+ ){0,3}liegen|bleib(?:t|en) (?:\\p{L}+ ){0,2}(?:liegen|offen)|häng(?:t|en) noch an|blockiert durch|wartet? (?:\\p{L}+ )?auf|wir warten (?:noch )?auf|noch unklar)(?![\\p{L}])|^offen:? (?:ist|bleibt|sind)`,
      'iu',
    ),
  },
];

export const OPEN_DE_ASSISTANT: readonly Cue[] = [
  {
    kind: 'open',
    isAnywhere: true,
    pattern:
      /(?<![\p{L}])(?:noch (?:nicht|nie) (?:\p{L}+ )?(?:getestet|committet|gepusht|geprüft|fertig|umgesetzt|gemerget|übersetzt|dokumentiert)|habe ich .{0,60}(?:vorerst|bewusst|noch nicht|unverändert|stehen (?:ge)?lassen|offen (?:ge)?lassen)|schlägt weiterhin fehl|schlagen weiterhin fehl|bleib(?:t|en) ungetestet|ist (?:nur |noch )?ein platzhalter)(?![\p{L}])|^offen:? (?:ist|bleibt|sind)/iu,
  },
];

/** A line that announces a list of unfinished work. */
export const OPEN_LEAD =
  /^(?:[^\p{L}]*)(?:(?:\p{L}+ ){0,3}(?:i (?:deliberately |intentionally )?left (?:for|to|out|open|undone)|(?:(?:is|are)(?: still)?|still) (?:left|open|missing|outstanding|pending|to do|to be done|unresolved|not done))|remaining(?: \p{L}+)?(?: \p{L}+)?|(?:still )?open (?:points?|questions?|issues?|items?|tasks?|ends?|work)|still open|outstanding(?: \p{L}+)?|known (?:issues?|limitations?|gaps?|problems?)|to-?dos?|unresolved(?: \p{L}+)?|deferred|not (?:yet )?(?:done|covered|tested|implemented|verified|addressed)(?: yet)?|what(?:['’]s| is) (?:still )?(?:left|missing|open)|left (?:for later|to do|open|for you)|for (?:later|next time|the next session)|offene? (?:punkte|fragen|aufgaben|enden)|noch (?:offen|zu tun)|was (?:noch )?(?:fehlt|offen ist)|ausstehend|verbleibend(?:e \p{L}+)?|nicht (?:erledigt|getestet|umgesetzt)|bekannte (?:probleme|einschränkungen)|für später)(?: \([^)]{1,40}\))?\s*[:：]?$/iu;
