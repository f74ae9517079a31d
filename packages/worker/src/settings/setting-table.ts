/** The settings, one per line. Only settings that are used are listed. */
import { NOTE_TYPES } from '@hookloom/core/events';

export interface Setting {
  name: string;
  defaultValue: string;
  /** The valid values, in words. */
  takes: string;
  /** Its effect, in a phrase. */
  does: string;
  test(value: string): boolean;
  /** Not read from the environment, because all processes must agree on it. */
  isOfFile?: true;
  /** Only a person may choose these values, because they let programs act without asking. */
  ofPerson?: readonly string[];
}

interface Bounds {
  byDefault: number;
  min: number;
  max: number;
}

function whole(name: string, { byDefault, min, max }: Bounds, does: string): Setting {
  const test = (value: string): boolean =>
    /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max;
  const takes = `a whole number from ${min} to ${max}`;
  return { name, defaultValue: String(byDefault), takes, does, test };
}

/** The first choice is the default. */
function choice(name: string, choices: readonly [string, ...string[]], does: string): Setting {
  const test = (value: string): boolean => choices.includes(value);
  return { name, defaultValue: choices[0], takes: choices.join(' or '), does, test };
}

function words(name: string, does: string, defaultValue = ''): Setting {
  const test = (value: string): boolean => /^[\w ,:./*-]*$/.test(value);
  return { name, defaultValue, takes: 'words with commas between them', does, test };
}

/** Days. Types of notes take precedence over all notes. By default everything is kept for ever. */
function kept(kind: string, does: string): Setting {
  const days = whole(
    `HOOKLOOM_RETENTION_${kind}_DAYS`,
    { byDefault: 0, min: 0, max: 36_500 },
    does,
  );
  return { ...days, isOfFile: true };
}

export const settingTable: readonly Setting[] = [
  whole(
    'CLAUDE_MEM_WORKER_PORT',
    { byDefault: 37_777, min: 1024, max: 65_535 },
    'port of the worker; if it is in use, the next free one',
  ),
  whole(
    'HOOKLOOM_WORKER_IDLE_MINUTES',
    { byDefault: 30, min: 0, max: 10_080 },
    'idle timeout of the worker; 0: never',
  ),
  choice(
    'CLAUDE_MEM_LOG_LEVEL',
    ['INFO', 'DEBUG', 'WARN', 'ERROR', 'SILENT'],
    'level of the log of the worker',
  ),
  whole(
    'CLAUDE_MEM_CONTEXT_OBSERVATIONS',
    { byDefault: 50, min: 1, max: 200 },
    'maximum number of notes that a session receives, within its size limit; pinned notes always',
  ),
  whole(
    'CLAUDE_MEM_CONTEXT_SESSION_COUNT',
    { byDefault: 10, min: 1, max: 50 },
    'maximum number of earlier turns in its prompt',
  ),
  whole(
    'CLAUDE_MEM_CONTEXT_FULL_COUNT',
    { byDefault: 0, min: 0, max: 20 },
    'number of the best notes to show with their text instead of the title only',
  ),
  choice('CLAUDE_MEM_CONTEXT_FULL_FIELD', ['narrative', 'facts'], 'which text that is'),
  choice(
    'CLAUDE_MEM_CONTEXT_SHOW_LAST_SUMMARY',
    ['true', 'false'],
    'the last summary with its parts instead of one line',
  ),
  words(
    'CLAUDE_MEM_CONTEXT_OBSERVATION_TYPES',
    'only notes of these types, and pinned ones; empty: all',
  ),
  words(
    'CLAUDE_MEM_CONTEXT_OBSERVATION_CONCEPTS',
    'only notes that teach one of these, and pinned ones; empty: all',
  ),
  words(
    'CLAUDE_MEM_SKIP_TOOLS',
    'tools whose calls the session routes do not record',
    'ListMcpResourcesTool,SlashCommand,Skill,TodoWrite,AskUserQuestion',
  ),
  {
    name: 'CLAUDE_MEM_EXCLUDED_PROJECTS',
    defaultValue: '',
    takes: 'names or folders with commas between them; * and ** match any text',
    does: 'the worker records nothing of them, and no session receives their context',
    test: (value) => /^[^\p{C}]*$/u.test(value),
  },
  whole(
    'CLAUDE_MEM_SEMANTIC_INJECT_LIMIT',
    { byDefault: 5, min: 1, max: 20 },
    'notes that answer one prompt (`/api/context/semantic`)',
  ),
  {
    ...choice(
      'HOOKLOOM_SHARE_PUBLISH',
      ['ask', 'automatic'],
      'whether sharing asks; automatic: `hookloom share publish` does not ask, and the worker publishes what is new',
    ),
    isOfFile: true,
    ofPerson: ['automatic'],
  },
  kept('NOTES', 'days after which notes leave lists and search; pinned notes stay; 0: never'),
  ...NOTE_TYPES.map((type) =>
    kept(type.toUpperCase(), `the same for notes of the type ${type}; 0: as all notes`),
  ),
  kept('PROMPTS', 'the same for prompts; 0: never'),
  kept('SUMMARIES', 'the same for summaries of turns; 0: never'),
  kept('TELEMETRY', 'the same for the days of the ledger of models; 0: never'),
];
