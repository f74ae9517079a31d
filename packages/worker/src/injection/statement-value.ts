/** The value of a statement for a new session whose task is not known. */
import { CHANGE_CUE, startsWithPronoun, WORDING_CUE, type FactRow } from '@hookloom/memory';

export const FAILED = 'command_run';
/** The value of each kind, from a person and from an assistant. */
const KINDS: Readonly<Record<string, readonly [user: number, assistant: number]>> = {
  rule: [8, 6.5],
  preference: [8, 5],
  decision: [8, 5],
  rejected: [6.5, 5],
  open: [6.5, 6],
  cause: [6, 6],
  fact: [7.5, 6],
  done: [4, 4.5],
  [FAILED]: [7, 7],
};
export const STATEMENT_TYPES = Object.keys(KINDS).filter((type) => type !== FAILED);
/** For text that is unclear without context, or only true at one moment. */
const VAGUE = -3;
const GUESSED = -1;
/** A clause has at least this many characters. */
const FIRST_CLAUSE = 20;
/** For a person and for an assistant, which talks much about the current step. */
const LEAST_WORDS: readonly [user: number, assistant: number] = [3, 5];
/** A sentence that only points to its subject, but has this many words, is clear nevertheless. */
const EXPLAINS_ITSELF = 9;
/** A place in a file at that time. */
const MOMENT =
  /\b(?:on |at |in )?lines? \d+\b|\b(?:this|next) (?:one|step|change|question|message)\b/i;
/** Points to something that the sentence does not name: "that format", "option 2". */
const POINTER =
  /\b(?:this|that|these|those) (?:little |small |new )?(?:approach|way|format|point|option|idea|step|thing|change|message|error|table|section|paragraph|commit)s?\b|\b(?:this|these|those)(?=\s*(?:[—–.,;:!?]|$))|^(?!.*→).*\b(?:option|approach|variant) (?:\d|[a-c])\b|\b(?:diese[mnrs]?|jene[mnrs]?) (?:weg|format|stelle|option|idee|schritt|fehler|änderung)(?!\p{L})/iu;
/** Its object is only pointed to: "make sure you do this again". */
const OBJECT =
  /\b(?:do|did|does|doing|make|use|fix|handle|change|move|remove|mention|update|about|of|like|for|all|only) (?:this|these|those|it|them)\b|\b(?:do|did|doing|about|like) that\b/i;
const NAMES = /[`@\/_]|\w\.\w|\p{Ll}\p{Lu}/u;
/** Ordered once, or offered and accepted, for the work of that turn. */
const ORDER =
  /^(?:please|can you|could you|would you|before (?:we|you) \w+(?: \w+)?, please|try(?: using| to)?|(?:do you )?want me to|would you like me to|shall i|should i (?:go|proceed|start|continue)|(?:.{0,30}\b(?:let['’]?s|just) )?go ahead|bitte|kannst du|könntest du|soll ich)(?!\p{L})/iu;
const ORDERED = -3;
/** Said to the assistant about what it just did: "also notice you got rid of the description", "that's malformatted". */
const REMARK =
  /^(?:(?:ok(?:ay)?|no|so|but|and|also|again|now|hm+|wait|aber|nein)[,.]?\s+)*(?:(?:did|have) you|why (?:did|are|have) you|(?:i )?(?:also )?notice|you(?:['’]?(?:re|ve)| are| were| have| just| still)?\s+(?:not )?(?:just )?(?:(?!need|should)\w+(?:ing|ed)|made|put|got|left|forgot|did|didn['’]?t|broke|wrote|ran)(?!\p{L})|(?:that|this|it)(?:['’]?s| is| was) (?:not (?:right|true|it)|wrong|broken|\w*format\w*)|(?:we|i) (?:now )?don['’]?t (?:see|have)|hast du|du hast)(?!\p{L})/iu;
const REMARKED = -3;
/** Meant for all work to come. "The list never appears" and "it is always empty" only describe. */
const STANDING =
  /(?:^|[,.;:—–-] *|(?<!\p{L})(?:and|but|then|also|we|you|to|please|should|must|agents?|shall) )(?:always|never) (?!\w+(?:s|ed)(?!\p{L}))\p{L}|(?<!\p{L})(?:must(?:n['’]?t)?|from now on|going forward|in (?:the )?future|next time|whenever|every time|we (?:do not|don['’]?t) (?:ever )?want|immer|nie|niemals|ab jetzt|künftig|toujours|jamais|всегда|никогда)(?!\p{L})|, (?:always|never)[.!]?$/iu;
const STANDS = 1.5;
/** Replies to what was just said. */
const REPLY = /^(?:no|nope|nein|non|нет)(?!\p{L})/iu;
const REPLIED = -2.5;
/** Names what only the turn before tells: "update the rule", "the error". */
const THE_ONE =
  /\bthe (?:rule|spec|description|task|step|changes?|files?|tests?|errors?|issue|message|plan|button|page|code|branch|commit|section|list|one|command|output|document)s?\b/i;
const KNOWN_THEN = -0.75;
const FEW_WORDS = 3;
const SHORT = -1;
/** No words of a cue, only the wording of a short turn, or that it changes something. */
const UNCUED = -2.5;
const UNCUED_BY = new Set<unknown>([WORDING_CUE, CHANGE_CUE]);
const POINTED = -1.5;
/** Reports that something worked, and nothing else. */
const WORKED =
  /^(?:done\W+|great\W+|perfect\W+)?(?:all|everything|alle|alles)(?!\p{L}).{0,60}(?:pass\w*|builds?|works?|committed|complete\w*|successfully|grün|laufen|fertig)/iu;
const GUESS =
  /\b(?:i think|i guess|probably|presumably|perhaps|maybe|might|not sure|ich glaube|vielleicht|wahrscheinlich|peut-être|quizás|наверное|возможно)(?!\p{L})/iu;

/** An agent's statement that was recorded as a decision counts like a person's. */
export function isPersons({ channel, authority }: FactRow): boolean {
  return channel === 'user' || authority === 'accepted';
}

export function statementValue(fact: FactRow, words: ReadonlySet<string>): number {
  const { entityType, properties, content } = fact;
  const [user, assistant] = KINDS[entityType] ?? [1, 1];
  const said = Math.min(3, Number(properties['said'] ?? 1) - 1);
  const isOfPerson = isPersons(fact);
  return (
    (isOfPerson ? user : assistant) +
    said +
    (isVague(fact, words) ? VAGUE : 0) +
    (UNCUED_BY.has(properties['cue']) ? UNCUED : 0) +
    (POINTER.test(content) ? POINTED : 0) +
    (OBJECT.test(content) && !NAMES.test(content) ? POINTED : 0) +
    (isOfPerson && ORDER.test(content) ? ORDERED : 0) +
    (isOfPerson && REMARK.test(content) ? REMARKED : 0) +
    (isOfPerson && STANDING.test(content) ? STANDS : 0) +
    (isOfPerson && REPLY.test(content) ? REPLIED : 0) +
    (THE_ONE.test(content) ? KNOWN_THEN : 0) +
    (words.size < FEW_WORDS ? SHORT : 0) +
    (GUESS.test(firstClause(content)) ? GUESSED : 0)
  );
}

/** A guess in a later clause leaves the first one an assertion. */
function firstClause(text: string): string {
  const end = /[,;.:—–]\s/.exec(text.slice(FIRST_CLAUSE));
  return end === null ? text : text.slice(0, FIRST_CLAUSE + end.index);
}

/** Unclear without its context, or true only at one moment. */
export function isVague(fact: FactRow, words: ReadonlySet<string>): boolean {
  const { entityType, content } = fact;
  if (entityType === FAILED) return false;
  return (
    words.size < leastWords(fact) ||
    (words.size < EXPLAINS_ITSELF && startsWithPronoun(content) && !continues(content)) ||
    MOMENT.test(content) ||
    (entityType === 'done' && WORKED.test(content))
  );
}

/** A person's decision may be two words: "stay with Postgres". */
function leastWords(fact: FactRow): number {
  const [user, assistant] = LEAST_WORDS;
  const isDecided = fact.entityType === 'decision' && fact.properties['cue'] !== WORDING_CUE;
  return isPersons(fact) ? user - (isDecided ? 1 : 0) : assistant;
}

/** "This is a Unity game, don't edit the .meta files": its second clause is clear. */
function continues(text: string): boolean {
  const rest = text.replace(/^[^,;:.]{3,60}[,;:.]\s+/, '');
  return rest !== text && /^(?:\S+\s+){3}\S/.test(rest) && !startsWithPronoun(rest);
}
