/**
 * The content words of a sentence with their positions, whether it negates, and whether it changes an earlier
 * statement. Built only from grammatical words, in English and German.
 */
import { swappedValue } from './bare-value.ts';
import { numberedThing } from './numbered-thing.ts';
import { isCount, saysChange, valuesOf, type Values } from './other-value.ts';
import { startsWithPronoun } from './starts-with-pronoun.ts';

export interface Word {
  stem: string;
  /** The preposition before the phrase that it is in. */
  preposition: string;
  /** Directly follows the content word before it. */
  isJoined: boolean;
  /** A verb, an auxiliary or "we" comes before it. */
  isAfterVerb: boolean;
  hasDigit: boolean;
  /** Directly after "is": the subject of the words before it. */
  isNamed: boolean;
}

export type Change = 'plain' | 'correction' | 'addition' | 'retraction';

export interface Meaning {
  words: readonly Word[];
  /** Distinct, in the order of the sentence. */
  stems: ReadonlySet<string>;
  isNegative: boolean;
  change: Change;
  /** Names what it replaces: "instead of Memcached". */
  gone: readonly string[];
  /** The context of the replaced value: the words after it, otherwise those before. */
  around: readonly string[];
  /** Names several things: "18, 20 and 22". */
  isList: boolean;
  /** "only Anna and Carla" */
  isOnly: boolean;
  /** Its subject is in another sentence: "that is not good". */
  isPointer: boolean;
  /** Computed when they are first needed. */
  values(): Values;
  /** It says that something is different now. */
  isNew: boolean;
  /** Its subject, if a number names it: "rule number 2". */
  thing: string | null;
}

const MAX_WORDS = 40;
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const NEGATIONS =
  /(?<![\p{L}])(?:not|never|no|nobody|nothing|cannot|without|neither|\p{L}+n['’]t|dont|doesnt|off|disabled|forbidden|avoid|nicht|nie|niemals|niemand|kein\p{L}*|ohne|aus|verboten|deaktiviert)(?![\p{L}])/iu;
/** Negations that do not negate the sentence. */
const NO_NEGATION =
  /^(?:no|nope|nein)\s*[,.:!]\s*|(?<=,\s)not\s.*$|,\s*nicht\s(?!mehr).*$|\bwhy not\b/giu;
const RETRACTION =
  /\b(?:scratch that|forget|never ?mind|ignore what|i take (?:that|it) back|cancel(?:led|ed|s)?|off the table|not happening|(?:we|i)(?:'ve| have)? (?:dropped|abandoned|scrapped|gave up|given up)|^drop|^remove|^take .{1,60}? (?:off|out)|(?:is|are|was|were) (?:dropped|abandoned|scrapped)|no longer (?:need|want|plan)|verg(?:iss|esst)|vom tisch|verworfen|gestrichen|streichen wir|entfällt)(?![\p{L}])|\blassen wir (?:weg|sein|fallen)|\b(?:weg|fallen)lassen\b/iu;
const CORRECTION =
  /^(?:no|nope|nein|correction|korrektur)\b\s*[,.:!]|\b(?:actually|instead|rather than|no longer|any ?more|now|from now on|from here on|after all|again|changed my mind|on second thought|(?:renamed?|switch(?:ed)?|moved|replaced?)(?!\s*(?:\w+ly)?[.!]*$)|wrong|jetzt|nun|ab sofort|ab jetzt|künftig|stattdessen|statt|anstatt|anstelle|nicht mehr|kein\p{L}* .{1,60} mehr|doch|wieder|eigentlich|umgestellt|gewechselt)(?![\p{L}])/iu;
const ADDITION =
  /\b(?:also|as well|additionally|in addition|auch|zusätzlich|außerdem)(?![\p{L}])|^add\b/iu;
const REPLACED: readonly RegExp[] = [
  /(?<![\p{L}])(?:instead of|rather than|in place of|anstelle von|anstatt|statt|au lieu de|en lugar de|en vez de|вместо)\s+(?<gone>[^,.;:!?]+)/iu,
  /(?<![\p{L}])(?:from|von)\s+(?<gone>[^,.;:!?]+?)\s+(?:to|auf|zu|nach)\s+(?=\S)/iu,
  /(?<![\p{L}])(?:replaced?|ersetz\p{L}*)\s+(?<gone>[^,.;:!?]+?)\s+(?:with|by|durch)\s+(?=\S)/iu,
  /(?<=,\s)(?:not|nicht)\s+(?<gone>[^,.;:!?]+)/iu,
];
/** "from A to B" replaces A only if something changes: "from 9 to 5" does not. */
const CHANGES =
  /\b(?:switch|mov|chang|renam|migrat|upgrad|wechsel|umgestellt|umbenannt|umgezogen|umsteigen|steigen)\p{L}*/iu;
/**
 * A cheap check that is true for every turn with a sentence that may end or repeat something: a denial, a change, a
 * number or a time.
 */
const MAY_CHANGE =
  /\s\d|n['’]t\b|\b(?:no|not|never|now|from|until|till|through|starting|today|this|next|off|out|disabled|without|forbidden|avoid|dont|scratch|forget|mind|ignore|take|cancel|table|happening|dropped?|abandoned|scrapped|gave|given|remove|longer|any ?more|actually|instead|rather|correction|after|again|changed|second|renamed?|switch(?:ed)?|moved|replaced?|wrong|only|nicht|nie|kein|nein|ohne|aus|bis|ab|heute|diese|jetzt|nun|statt|doch|wieder|nur|weg|verg|vom|verworfen|gestrichen|streichen|lassen|entfällt)/i;

export function mayChange(text: string): boolean {
  return MAY_CHANGE.test(text) || saysChange(text);
}

/** The end of the replaced part. */
const GONE_ENDS =
  /\s(?:for|in|on|at|to|as|because|since|and|but|with|für|in|im|auf|bei|weil|und|als)\s.*$/iu;
const CLAUSE_ENDS =
  /[,;]?\s(?:because|since|so that|otherwise|as it|weil|da|damit|sonst|denn)\s.*$/iu;

const PREPOSITIONS = words(
  'for of in into on onto at to by with from as per via under within during when if before after since für von vom in im ins auf an am ans bei beim mit zu zum zur aus nach vor unter über während wenn falls als pro des der',
);
/** Verbs and pronouns that do not describe the subject; the words after them do. */
const VERBS = words(
  `is are was were be been am has have had do does did can could will would shall should must may might need needs needed want wants
   wanted use uses used using let lets let's make makes made keep keeps kept set sets go goes going get gets take takes put puts run runs
   we i you they it ist sind war waren wird werden wurde hat haben hatte kann können soll sollen sollte muss müssen darf dürfen will wollen
   möchten nehmen nimmt nutzen nutzt verwenden verwendet benutzen brauchen braucht machen macht bauen wir ich du ihr sie es gilt geht
   choose chose chosen pick picked decide decided like prefer call called named name plan planned happen happening support supports add
   give gives gave stay say said think should allowed required darfst kannst musst sollst replace replaced switch switched move moved rename
   renamed change changed drop dropped remove removed forget abandon abandoned cancel cancelled canceled scratch ignore mind stop start
   streichen vergiss verworfen lassen try tries tried trying`,
);
/** Other words that do not describe the subject. */
const LITTLE = words(
  `ok okay yes yep yup yeah hmm thanks thank please always never ever only just also too still really actually instead rather longer any more anymore again all every each both now
   correction on off enabled disabled table back second thought what said no not don't doesn't can't won't isn't aren't wasn't without
   forbidden nope nein nicht nie niemals niemand kein keine keinen keiner keinem ohne mehr auch noch doch nur immer jetzt nun sofort ab
   stattdessen statt anstatt anstelle eigentlich künftig wieder schon standardmäßig grundsätzlich ein eine einen einem einer eines der die das
   den dem des und oder aber wo was wer wie dass so hier dann bitte alle allen alles jede jeder jedes beide up out be weg vom tisch tischs korrektur
   directly simply direkt einfach nächste this that these those there here list thing things our my your their unser unsere unseren mein meine
   a about above against aren because being below between but couldn d didn doesn doing down few further hadn hasn haven having he her here hers herself him himself his how i isn it its itself ll m me most my myself nor once other our ours ourselves out over own re s same she shouldn so some such t than that the their theirs them themselves then there these they this those through until up ve very wasn we weren where which while who whom why won wouldn you your yours yourself yourselves
   first last latest table today heute valid sich direkt aus an um`,
);
const WORD = /[\p{L}\p{N}_](?:[\p{L}\p{N}_./:@#+'’-]*[\p{L}\p{N}_])?|[,;]/gu;
const AND = words('and or und oder');
const IS = words('is are ist sind');

/** Endings of forms of one word in English and German. The remaining stem need not be a word. */
const ENDING = /(?<=.{3})(?:ations?|ings?|ied|ies|ed|ern|en|em|er|es|e|n|s|y)$/;
const MAX_STEMS = 50_000;
const stems = new Map<string, string>();

function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem !== undefined) return stem;
  stem = word
    .replace(ENDING, '')
    .replace(ENDING, '')
    .replace(/([^aeiou\d])\1$/, '$1');
  if (stems.size >= MAX_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** @example meaningOf('We use Redis for the sessions.').stems // 'redi', 'session' */
export function meaningOf(text: string): Meaning {
  const said = text.replace(CLAUSE_ENDS, '.');
  const isRetraction = RETRACTION.test(said);
  const gone = goneIn(said) ?? goneValueIn(text);
  const parsed = wordsOf(said);
  const stems = new Set(parsed.words.map(({ stem }) => stem));
  const change = isRetraction
    ? 'retraction'
    : gone !== null || CORRECTION.test(said)
      ? 'correction'
      : ADDITION.test(said)
        ? 'addition'
        : 'plain';
  const away = gone === null ? [] : stemsOf(gone.text);
  const near = (part: string): string[] => stemsOf(part).filter((stem) => !away.includes(stem));
  const behind = gone === null ? [] : near(gone.behind);
  let values: Values | undefined;
  return {
    ...parsed,
    stems,
    isNegative: isRetraction || NEGATIONS.test(said.replace(NO_NEGATION, '')),
    change,
    gone: away,
    around: gone === null || (behind.length > 0 && !gone.isMove) ? behind : near(gone.before),
    isOnly: /\b(?:only|nur)\b/i.test(said),
    isPointer: startsWithPronoun(said),
    thing: numberedThing(said),
    isNew: saysChange(text),
    values: () => (values ??= valuesOf(text)),
  };
}

function wordsOf(text: string): Pick<Meaning, 'words' | 'isList'> {
  const found: Word[] = [];
  let [preposition, isJoined, isAfterVerb, isList, isNamed] = ['', false, false, false, false];
  for (const [raw] of text.matchAll(WORD)) {
    if (found.length >= MAX_WORDS) break;
    const word = raw.toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
    const isName = !VERBS.has(word) && !LITTLE.has(word);
    if (isName && !PREPOSITIONS.has(word) && !AND.has(word) && /[\p{L}\p{N}]/u.test(word)) {
      found.push({
        stem: stemOf(word),
        preposition,
        isJoined,
        isAfterVerb,
        hasDigit: /\d/.test(word) || isCount(word),
        isNamed: isNamed && found.length > 0,
      });
      [isJoined, isNamed] = [true, false];
      continue;
    }
    [isJoined, isNamed] = [false, IS.has(word)];
    if (VERBS.has(word)) isAfterVerb = true;
    if (PREPOSITIONS.has(word)) preposition = word;
    else if (VERBS.has(word)) preposition = '';
    if (AND.has(word) && found.length > 0) isList = true;
  }
  return { words: found, isList };
}

function stemsOf(text: string): string[] {
  return [...new Set(wordsOf(text).words.map(({ stem }) => stem))];
}

/** The value that gives way to another one, without the reason after it. */
function goneValueIn(text: string): ReturnType<typeof goneIn> {
  const old = swappedValue(text)?.old;
  if (old === undefined) return null;
  return { text: old, before: text.slice(0, text.indexOf(old)), behind: '', isMove: false };
}

function goneIn(
  text: string,
): { text: string; before: string; behind: string; isMove: boolean } | null {
  for (const [at, pattern] of REPLACED.entries()) {
    const isMove = at === 1;
    const match = pattern.exec(text);
    const named = match?.groups?.['gone']?.replace(GONE_ENDS, '');
    if (match === null || named === undefined || (isMove && !CHANGES.test(text))) continue;
    const start = text.indexOf(named, match.index);
    return {
      text: named,
      before: text.slice(0, match.index),
      behind: text.slice(start + named.length),
      isMove,
    };
  }
  return null;
}
