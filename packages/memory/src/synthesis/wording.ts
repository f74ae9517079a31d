/** The vocabulary of composed questions. Data, and the smallest functions on it. */

export type Measure = 'duration' | 'money' | 'size' | 'percent';

const MEASURES: Readonly<Record<Measure, RegExp>> = {
  duration:
    /\b(?:how long|how much time|durations?|time|times|took|take|takes|taken|seconds|minutes|hours|latency|runtime|elapsed|faster|slower)\b/i,
  money: /\b(?:costs?|spend|spent|price|paid|dollars?|euros?|bill|cheaper|usd|eur)\b|[$€£]/i,
  size: /\b(?:sizes?|kb|mb|gb|bytes|large|larger|smaller|bigger)\b/i,
  percent: /\b(?:percent|percentage)\b|%/i,
};

/** "spend" can mean time or money. It is ignored if there is a word for time. */
export function measuresOf(text: string): Measure[] {
  const named = (Object.keys(MEASURES) as Measure[]).filter((each) => MEASURES[each].test(text));
  const withoutSpending = text.replace(/\bspen[dt]\b/gi, ' ');
  return named.includes('duration') && !MEASURES.money.test(withoutSpending)
    ? named.filter((each) => each !== 'money')
    : named;
}

export type RecordKind =
  | 'command'
  | 'decision'
  | 'file'
  | 'goal'
  | 'handoff'
  | 'issue'
  | 'preference'
  | 'task'
  | 'verification';

const NOUNS: readonly [RecordKind, RegExp][] = [
  ['command', /^(?:failures|failed runs|runs|commands|command runs)$/],
  ['decision', /^(?:decisions|choices)$/],
  ['file', /^(?:files)$/],
  ['goal', /^(?:goals)$/],
  ['handoff', /^(?:handoffs|hand-offs)$/],
  ['issue', /^(?:issues|bugs|problems|defects)$/],
  ['preference', /^(?:preferences)$/],
  ['task', /^(?:tasks|todos)$/],
  ['verification', /^(?:verifications)$/],
];
/** How far from the front a noun may name the counted thing: "files did we edit", "of the open tasks". */
const NOUN_WITHIN = 4;

/** The kind of record that the first plural noun of a text names. */
export function kindOf(text: string): RecordKind | null {
  for (const word of words(text).slice(0, NOUN_WITHIN)) {
    for (const [kind, noun] of NOUNS) if (noun.test(word)) return kind;
    // After a verb, the noun names something else: "tests passed in these runs".
    if (/^(?:did|do|does|was|were|are|is|has|have|had|passed|in|on|by|for|about)$/.test(word))
      return null;
    if (/[a-z]{3,}s$/.test(word) && !word.endsWith('ss')) return null;
  }
  return null;
}

/** Which event types record each kind. */
export const EVENT_TYPES: Readonly<Record<RecordKind, readonly string[]>> = {
  command: ['command.completed'],
  decision: ['decision.made'],
  file: ['file.edit.applied'],
  goal: ['goal.created'],
  handoff: ['handoff.created'],
  issue: ['issue.diagnosed'],
  preference: ['user.preference_changed'],
  task: ['task.proposed', 'task.claimed', 'task.completed'],
  verification: ['verification.recorded'],
};

/** The entity type of each kind. */
export const ENTITY_TYPE: Readonly<Record<RecordKind, string>> = {
  command: 'command_run',
  decision: 'decision',
  file: 'file_edit',
  goal: 'goal',
  handoff: 'handoff',
  issue: 'issue',
  preference: 'preference',
  task: 'task',
  verification: 'verification',
};

/** Words that narrow the time or the choice in a way that is not computed here, so that no total is offered. */
export const SCOPES =
  /\b(?:today|yesterday|tonight|tomorrow|this|these|last|past|previous|recent|recently|latest|earliest|first|since|before|after|until|till|during|when|while|if|unless|per|each|every|more than|less than|fewer than|longer than|shorter than|at least|at most|except|excluding|without|not|besides|only|different|distinct|unique|january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|20\d\d|morning|afternoon|evening|week|month|year|quarter|sprint|release|version)\b/i;
/** Narrowing words without effect: the memory covers one project. */
export const LEFT_OUT = /\b(?:so far|until now|in this (?:project|repo|repository|workspace))\b/gi;

/** Words of a composed question that name the operation, never the subject. */
export const OPERATING_WORDS: ReadonlySet<string> = new Set(
  words(`
    total sum altogether all combined average mean count number times often many much long
    difference between change changed drop dropped grow grew shrink improve improved fall fell rise rose increase
    increased decrease decreased reduce reduced faster slower smaller larger bigger cheaper before after ago later
    time duration durations took take takes taken seconds minutes hours days weeks latency runtime elapsed spent spend
    cost costs price paid dollars euros bill usd eur size sizes kb mb gb bytes large percent percentage
    list enumerate every ever never far altogether
    fail fails failed failing failure failures crash crashes crashed break broke broken error errors
    pass passes passed passing succeed succeeds succeeded success successful successfully green
    run runs ran running execution executions invocation invocations
    pass from until till compare versus across summarize summarise overview
    we us our you me my mine user users do does did done doing make made making have has had get got happen happened
    use used using was were been be is are am open left remaining complete completed finished done record recorded made
    add added edit edited touch touched modify modified diagnose diagnosed find found fix fixed need needed want there
    any anyone anything ever name please show tell give know what which who when where why how one ones
    project repo repository workspace command commands memory
  `),
);

export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? [];
}
