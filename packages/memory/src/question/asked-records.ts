/** Questions about recorded work and no other subject: "Which commands did the agent run?", "How do I run the tests?" */

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
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const RUNS = words(
  'command commands run runs ran running execute executed shell terminal start started',
);
const FILES = words('file files');
const CHANGES = words(
  'change changed changes edit edited edits modify modified touch touched create created write wrote written delete deleted',
);
const FAILED = words(
  'fail fails failed failing failure failures error errors broken broke red wrong crash crashed',
);
const ENDED = words(
  'pass passes passed passing green succeed succeeded success result results output outcome ok',
);
/** Words that name no subject. */
const COMMON = words(`
  what which when how where s is was are were am did do does done have has had been be get got hit see seen saw go went make made
  we i you they us the a an our my your this it that these all any each of in on at to for from with by about and so ok please can
  agent agents assistant claude codex gemini copilot cursor just now currently still yet already ever before last lastly latest
  recent recently most often newest previous yesterday today this week session sessions project repo repository code list show me
  give tell there here use used used again
`);
const MAX_WORDS = 15;
const OPENS =
  /^\W*(?:(?:so|ok|and|please)\W+)*(?:which|what|when|how|did|do|does|have|has|are|is|was|were|list|show)\b/i;
const GUIDE =
  /^\W*(?:(?:so|ok|and|please)\W+)*(?:how (?:do|can|should|are|is|to)\b|(?:what(?:'s| is| are)|which) (?:the )?commands? (?:to|for|is used to|do i use to|runs?|builds?)\b|what(?:'s| is) the \w+ command\b)/i;
/** It asks about what happened, not about what exists: "Which tests do we have?" */
const HAPPENED =
  /\b(?:did|was|were|when|last|latest|ever|yet|already|ran|made|(?:commit|push|deploy|releas|publish|install|add|test|merg|lint|format|migrat|upgrad|compil|execut)\w*ed|built)\b/i;

/** It asks about the current state: "What is still broken?" */
const STILL = /\b(?:still|currently|now|is|are|broken|failing)\b/i;

export interface AskedRecords {
  of: 'commands' | 'edits';
  /** Only commands that do this. Absent: every command. */
  action?: string;
  /** Only runs that failed; `still`: and did not succeed since. */
  failed: boolean | 'still';
  /** Asks how to do it: what succeeded most often comes first. Otherwise the newest comes first. */
  isGuide: boolean;
  /** The most frequent comes first. */
  byCount: boolean;
}

/**
 * What the question asks to list; null if it names another subject.
 *
 * @example askedRecords('Which tests failed?')
 * // { of: 'commands', action: 'run the tests', failed: true, isGuide: false, byCount: false }
 */
export function askedRecords(question: string): AskedRecords | null {
  if (question.length > 200 || !OPENS.test(question)) return null;
  const said = question.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  const rest = said.filter((word) => !COMMON.has(word));
  if (said.length > MAX_WORDS || rest.length === 0) return null;
  const has = (set: ReadonlySet<string>): boolean => rest.some((word) => set.has(word));
  const isGuide = GUIDE.test(question);
  const byCount = /\b(?:most|often)\b/i.test(question);
  if (has(FILES))
    return has(CHANGES) && !isGuide && rest.every((word) => FILES.has(word) || CHANGES.has(word))
      ? { of: 'edits', failed: false, isGuide, byCount }
      : null;
  const actions = new Set(rest.flatMap((word) => ACTION_OF.get(word) ?? []));
  const isKnown = (word: string): boolean =>
    ACTION_OF.has(word) || [RUNS, FAILED, ENDED].some((set) => set.has(word));
  const [action] = actions;
  if (!rest.every(isKnown) || actions.size > 1) return null;
  const failed = has(FAILED) && (STILL.test(question) ? 'still' : true);
  const asks = isGuide || failed !== false || has(ENDED) || HAPPENED.test(question);
  if (!asks || (action === undefined && failed === false && !has(RUNS))) return null;
  const start = isGuide && action === undefined && failed === false ? START : action;
  return {
    of: 'commands',
    ...(start !== undefined && { action: start }),
    failed,
    isGuide,
    byCount,
  };
}

/** "How do I run this?" */
export const START = 'start';
