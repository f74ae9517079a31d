/** What the wording of a statement adds to its value for a later session, or takes from it. */

type Wording = readonly [value: number, pattern: RegExp];

const OF_ANYONE: readonly Wording[] = [
  // Points to something that the sentence does not name: "that format", "option 2".
  [
    -1.5,
    /\b(?:this|that|these|those) (?:little |small |new )?(?:approach|way|format|point|option|idea|step|thing|change|message|error|table|section|paragraph|commit)s?\b|\b(?:this|these|those)(?=\s*(?:[—–.,;:!?]|$))|^(?!.*→).*\b(?:option|approach|variant) (?:\d|[a-c])\b|\b(?:diese[mnrs]?|jene[mnrs]?) (?:weg|format|stelle|option|idee|schritt|fehler|änderung)(?!\p{L})/iu,
  ],
  // Names what only the turn before tells: "update the rule", "the error".
  [
    -0.75,
    /\bthe (?:rule|spec|description|task|step|changes?|files?|tests?|errors?|issue|message|plan|button|page|code|branch|commit|section|list|one|command|output|document)s?\b/i,
  ],
];
const OF_PERSON: readonly Wording[] = [
  // Ordered once, or offered and accepted, for the work of that turn.
  [
    -3,
    /^(?:please|can you|could you|would you|before (?:we|you) \w+(?: \w+)?, please|try(?: using| to)?|(?:do you )?want me to|would you like me to|shall i|should i (?:go|proceed|start|continue)|(?:.{0,30}\b(?:let['’]?s|just) )?go ahead|bitte|kannst du|könntest du|soll ich)(?!\p{L})/iu,
  ],
  // Said to the assistant about what it just did: "also notice you got rid of the description", "that's malformatted".
  [
    -3,
    /^(?:(?:ok(?:ay)?|no|so|but|and|also|again|now|hm+|wait|aber|nein)[,.]?\s+)*(?:(?:did|have) you|why (?:did|are|have) you|(?:i )?(?:also )?notice|you(?:['’]?(?:re|ve)| are| were| have| just| still)?\s+(?:not )?(?:just )?(?:(?!need|should)\w+(?:ing|ed)|made|put|got|left|forgot|did|didn['’]?t|broke|wrote|ran)(?!\p{L})|(?:that|this|it)(?:['’]?s| is| was) (?:not (?:right|true|it)|wrong|broken|\w*format\w*)|(?:we|i) (?:now )?don['’]?t (?:see|have)|hast du|du hast)(?!\p{L})/iu,
  ],
  // Meant for all work to come. "The list never appears" and "it is always empty" only describe.
  [
    1.5,
    /(?:^|[,.;:—–-] *|(?<!\p{L})(?:and|but|then|also|we|you|to|please|should|must|agents?|shall) )(?:always|never) (?!\w+(?:s|ed)(?!\p{L}))\p{L}|(?<!\p{L})(?:must(?:n['’]?t)?|from now on|going forward|in (?:the )?future|next time|whenever|every time|we (?:do not|don['’]?t) (?:ever )?want|immer|nie|niemals|ab jetzt|künftig|toujours|jamais|всегда|никогда)(?!\p{L})|, (?:always|never)[.!]?$/iu,
  ],
  // A few words that name nothing: "there should only be one".
  [-1.5, /^(?!.*[`@/_\d])(?!.*\b(?:always|never)\b)(?:\S+\s+){0,4}\S+$/i],
  // Replies to what was just said.
  [-2.5, /^(?:no|nope|nein|non|нет)(?!\p{L})/iu],
];
/** Its object is only pointed to: "make sure you do this again". */
const OBJECT =
  /\b(?:do|did|does|doing|make|use|fix|handle|change|move|remove|mention|update|about|of|like|for|all|only|sure|ensure) (?:this|these|those|it|them)\b|\b(?:do|did|doing|about|like) that\b/i;
const NAMES = /[`@/_]|\w\.\w|\p{Ll}\p{Lu}/u;
const GUESS =
  /\b(?:i think|i guess|probably|presumably|perhaps|maybe|might|not sure|ich glaube|vielleicht|wahrscheinlich|peut-être|quizás|наверное|возможно)(?!\p{L})/iu;
/** A clause has at least this many characters. */
const FIRST_CLAUSE = 20;

export function wordingValue(text: string, isOfPerson: boolean): number {
  const found = [...OF_ANYONE, ...(isOfPerson ? OF_PERSON : [])].filter(([, said]) =>
    said.test(text),
  );
  return (
    found.reduce((sum, [value]) => sum + value, 0) +
    (OBJECT.test(text) && !NAMES.test(text) ? -1.5 : 0) +
    (GUESS.test(firstClause(text)) ? -1 : 0)
  );
}

/** A guess in a later clause leaves the first one an assertion. */
function firstClause(text: string): string {
  const end = /[,;:.—–]\s/.exec(text.slice(FIRST_CLAUSE));
  return end === null ? text : text.slice(0, FIRST_CLAUSE + end.index);
}
