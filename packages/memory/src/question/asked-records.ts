/** Questions about no subject for the last work or for recorded work: "What did we do last?", "Which tests failed?" */

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const OPENS_LAST =
  /^\W*(?:(?:so|ok|and|please)\W+)*(?:summ|(?:what|where|recap|sum up|overview|give|show|catch|bring|continue|resume|pick up|last|latest|previous|prior|recent|was (?:haben|habe|hast|ist)|woran|wo|fasse?)\b)/i;
/** Words of such a question. Any other word names a subject. */
const LAST_WORDS = wordSet(`
  what where s is was were are am did do does done doing have has had been be get got we i you they me us the a an our my your
  agent claude codex gemini copilot cursor just currently now right then so far before already lately last lastly latest
  recent recently most previous previously prior time yesterday today this morning week night session sessions conversation
  chat work worked working on up to of from in during with activity progress change changed changes since context notes happen happened happening
  going new thing stop stopped leave left off stand at finish finished accomplish accomplished discussed talked about
  recap summary summarize summarise sum overview catch bring speed date give show continue resume pick please ok and let
  haben habe hast wir ich du zuletzt bisher heute gestern gerade in der die den letzte letzten sitzung gemacht getan geschafft
  gearbeitet arbeiten waren sind stehen geblieben stehengeblieben fasse fass bitte zusammen ist passiert wo woran
`);
/** Without one of these it asks for something else: "What are you?" */
const SAYS_LAST =
  /\b(?:done?|did|doing|happen|work|session|conversation|chat|activity|progress|chang|new|latest|recent|previous|stop|left? off|recap|summ|sum up|overview|catch|speed|where|left|last|gemacht|getan|geschafft|(?:ge)?arbeite|passiert|sitzung|wo)/i;
const MAX_LAST_WORDS = 15;

/** Words for what a person told an agent. */
const PROMPT_WORDS = wordSet(
  'ask asked request requested requests prompt prompts message messages instruct instructed want wanted tell told said say user person for',
);
const SAYS_PROMPT =
  /\b(?:(?:last|latest|newest|recent|previous|my) (?:user )?(?:requests?|prompts?|messages?)|(?:user|person|i)\b.*\b(?:ask|want|tell|told|sa(?:y|id))|asked (?:of |from )?you\b)/i;

/**
 * Whether it asks for the newest work, or for the newest prompts, and names nothing else: "What did we do last?", "Where
 * did we leave off?", "Recap", "What did the user ask for?"
 */
export function asksForLastWork(question: string): 'work' | 'prompts' | null {
  if (question.length > 200 || /\bleft\b(?! off)/i.test(question)) return null;
  const asked = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!OPENS_LAST.test(question) || asked.length > MAX_LAST_WORDS) return null;
  if (SAYS_LAST.test(question) && asked.every((word) => LAST_WORDS.has(word))) return 'work';
  const isKnown = (word: string): boolean => LAST_WORDS.has(word) || PROMPT_WORDS.has(word);
  return SAYS_PROMPT.test(question) && asked.every(isKnown) ? 'prompts' : null;
}

/** What recorded commands do, as `kindOf` of mined procedures names it. */
const ACTIONS: Readonly<Record<string, string>> = {
  'run the tests': 'test tests tested testing suite suites unit integration e2e spec specs',
  build: 'build builds built compile compiles compiled',
  'run the linter': 'lint lints linted linter linters',
  'check the types': 'typecheck types type-check',
  'format the code': 'format formats formatted formatter',
  deploy: 'deploy deploys deployed deployment deployments',
  'make the release': 'release releases released publish published',
  'apply the migration': 'migrate migrated migration migrations',
  'update the dependencies':
    'dependency dependencies package packages library libraries install installed add added upgrade upgraded',
  commit: 'commit commits committed',
  push: 'push pushes pushed',
};
const ACTION_OF = new Map(
  Object.entries(ACTIONS).flatMap(([action, words]) =>
    words.split(' ').map((word) => [word, action] as const),
  ),
);
const RUNS = wordSet(
  'command commands run runs ran running execute executed shell terminal start started',
);
const FILES = wordSet('file files');
const CHANGES = wordSet(
  'change changed changes edit edited edits modify modified touch touched create created write wrote written delete deleted',
);
const FAILURES = wordSet(
  'fail fails failed failing failure failures error errors broken broke red wrong crash crashed',
);
const ENDED = wordSet(
  'pass passes passed passing green succeed succeeded success result results output outcome ok',
);
/** More words that name no subject. */
const OTHER_WORDS = wordSet(`
  which when how hit see seen saw go went make made it that these all any each for by can agents assistant still yet ever often
  newest project repo repository code list tell there here use used again
`);
const OPENS_RECORDS =
  /^\W*(?:(?:so|ok|and|please)\W+)*(?:which|what|when|how|did|do|does|have|has|are|is|was|were|list|show)\b/i;
const GUIDE =
  /^\W*(?:(?:so|ok|and|please)\W+)*(?:how (?:do|can|should|are|is|to)\b|(?:what(?:'s| is| are)|which) (?:the )?commands? (?:to|for|is used to|do i use to|runs?|builds?)\b|what(?:'s| is) the \w+ command\b)/i;
/** It asks about what happened, not about what exists: "Which tests do we have?" */
const HAPPENED =
  /\b(?:did|was|were|when|last|latest|ever|yet|already|ran|made|(?:commit|push|deploy|releas|publish|install|add|test|merg|lint|format|migrat|upgrad|compil|execut)\w*ed|built)\b/i;

/** It asks about the current state: "What is still broken?" */
const STILL = /\b(?:still|currently|now|is|are|do|does|broken|failing)\b/i;

const NEWEST = /\b(?:last|latest|newest|recent)\b/i;

/** What a question about the project as a whole asks for, and words of the documents that describe it. */
const ABOUT_PROJECT: readonly { asks: RegExp; words: readonly string[] }[] = [
  {
    asks: /^\W*(?:so\W+)?(?:what(?:['’]s| is| does)|describe|explain|summari[sz]e|tell me about|give me an overview of) (?:this|the|our|your) (?:project|repo(?:sitory)?|app(?:lication)?|code ?base|system|product)(?: (?:all )?(?:about|for|do))?\W*$/i,
    words: ['readme'],
  },
  {
    asks: /^\W*(?:how is (?:this|the|our) (?:project|repo(?:sitory)?|code(?: ?base)?|app(?:lication)?) (?:organi[sz]ed|structured|laid out|divided)|(?:(?:what(?:['’]s| is)|describe|explain|show(?: me)?) (?:the|our|its) (?:(?:project|code(?: ?base)?|software|director(?:y|ies)|folder|repo(?:sitory)?|file) )?(?:structure|layout|architecture|organi[sz]ation)|what does (?:the|our) architecture look like)(?: of (?:this|the|our) (?:project|repo(?:sitory)?|code(?: ?base)?|app(?:lication)?))?)\W*$/i,
    words: ['architecture', 'layout', 'structure', 'organization', 'organisation', 'overview'],
  },
  {
    asks: /^\W*(?:what(?:['’]s| is)|describe|explain) (?:the|our) (?:tech(?:nology|nical)?|software) ?stack\W*$|^\W*(?:which|what) (?:technolog(?:y|ies)|tech(?:nology)? stack) (?:do we use|are used|is used|does (?:this|the|our) (?:project|app|repo(?:sitory)?) use)(?: here)?\W*$/i,
    words: ['stack', 'technologies', 'technology', 'dependencies', 'requirements'],
  },
];

export interface AskedRuns {
  of: 'commands' | 'edits';
  /** Only commands that do this. Absent: every command. */
  action?: string;
  /** Only runs that failed; `still`: and did not succeed since. */
  failed: boolean | 'still';
  /** Asks how to do it: what succeeded most often comes first. Otherwise the newest comes first. */
  isGuide: boolean;
  /** The most frequent comes first. */
  byCount: boolean;
  /** Asks what went wrong, and not for one kind of run or the last one: the causes that were found answer too. */
  withCauses: boolean;
}

/** The indexed documents whose name or heading has one of the words. */
export interface AskedDocuments {
  of: 'documents';
  words: readonly string[];
}

export type AskedRecords = AskedRuns | AskedDocuments;

/**
 * What the question asks to list; null if it names another subject.
 *
 * @example askedRecords('Which tests failed?')
 * // { of: 'commands', action: 'run the tests', failed: true, isGuide: false, byCount: false, withCauses: false }
 */
export function askedRecords(asked: string): AskedRecords | null {
  if (asked.length > 200) return null;
  const about = ABOUT_PROJECT.find(({ asks }) => asks.test(asked));
  if (about !== undefined) return { of: 'documents', words: about.words };
  if (!OPENS_RECORDS.test(asked)) return null;
  const question = asked.replace(/(?:\bnot|n['’]?t) work(?:ing|ed)?\b/i, ' failed');
  const said = question.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  const rest = said.filter(
    (word) => CHANGES.has(word) || !(LAST_WORDS.has(word) || OTHER_WORDS.has(word)),
  );
  if (said.length > MAX_LAST_WORDS || rest.length === 0) return null;
  const has = (set: ReadonlySet<string>): boolean => rest.some((word) => set.has(word));
  const isGuide = GUIDE.test(question);
  const byCount = /\b(?:most|often)\b/i.test(question);
  if (has(FILES))
    return has(CHANGES) && !isGuide && rest.every((word) => FILES.has(word) || CHANGES.has(word))
      ? { of: 'edits', failed: false, isGuide, byCount, withCauses: false }
      : null;
  const actions = new Set(rest.flatMap((word) => ACTION_OF.get(word) ?? []));
  const isKnown = (word: string): boolean =>
    ACTION_OF.has(word) || [RUNS, FAILURES, ENDED].some((set) => set.has(word));
  const [action] = actions;
  if (!rest.every(isKnown) || actions.size > 1) return null;
  const failed = has(FAILURES) && (STILL.test(question) ? 'still' : true);
  const asks = isGuide || failed !== false || has(ENDED) || HAPPENED.test(question);
  if (!asks || (action === undefined && failed === false && !has(RUNS))) return null;
  const start = isGuide && action === undefined && failed === false ? START : action;
  return {
    of: 'commands',
    ...(start !== undefined && { action: start }),
    failed,
    isGuide,
    byCount,
    withCauses: failed === true && start === undefined && !has(RUNS) && !NEWEST.test(question),
  };
}

/** "How do I run this?" */
export const START = 'start';
