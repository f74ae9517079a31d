/** Words that shape a question without saying what it is about, and words that ask for the same thing. Data only. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** A missing one of these never makes a question unanswerable. */
export const FRAME_WORDS = words(`
  use used using make made do does did done doing happen happened current currently latest last now recent recently
  get got set need needed want wanted know tell show give find found say said please exactly actually agree agreed
  work works working thing things way kind type name named value reason reasons because cause
  choose chose chosen pick picked select selected decide decided decision decisions adopt settle settled
  long much many often time times day week today yesterday ever already still yet
  project repo repository codebase code system we our us team agent user assistant session
  define defined call called keep kept put go going look see change changed first next new old
  anything something someone there other else about each wrong consider considered contain contains allow allowed
  say says print prints printed large big small fast slow size live lives
  may might must shall should would could can cannot
  result results outcome status state finish finished start started come came end ended run ran running
`);

/** A question made of these alone asks where the work stands. */
export const STATE_WORDS = words(`
  task tasks goal goals decision decisions blocker blockers blocked step steps action actions progress roadmap plan
  plans direction status state open remaining left todo todos handoff priority priorities
  working work current next recent session project continue resume context active focus
`);

/** Kinds of fact that answer a question about where the work stands. */
export const STATE_KINDS = words(
  'goal task decision handoff blocker issue hook_checkpoint preference',
);

/** Added to such a question, so that the memory finds those facts by their kind. */
export const STATE_SEARCH = 'goal decision task handoff blocker next steps';

/** Spellings of one meaning that coding logs mix; each word counts for its whole group. */
export const SAME_MEANING: readonly (readonly string[])[] = [
  ['bug', 'issue', 'problem', 'defect'],
  ['fail', 'failure', 'error', 'broken', 'crash'],
  ['fix', 'resolve', 'repair', 'solve', 'solution', 'remedy'],
  ['remove', 'delete', 'drop'],
  ['directory', 'folder', 'dir'],
  ['config', 'configuration', 'setting', 'settings'],
  ['doc', 'documentation', 'docs'],
  ['dependency', 'dependencies', 'package', 'library'],
  ['timeout', 'deadline'],
  ['prefer', 'preference', 'style', 'convention'],
  ['database', 'db'],
  ['auth', 'authentication', 'login'],
  ['pass', 'passed', 'green', 'succeed', 'success'],
  ['finish', 'complete', 'done'],
  ['why', 'rationale', 'reason'],
];

/** Words of a sentence that gives a reason. */
export const REASON_WORDS =
  /\b(?:because|since|so that|due to|reason|rationale|caused? by|cause|in order to|to avoid|to keep|otherwise|therefore|why)\b/i;
