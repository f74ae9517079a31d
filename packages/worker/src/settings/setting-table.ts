/** The settings of an installation, one per line. Unused settings are not listed. */
import { NOTE_TYPES } from '@hookloom/core';
import {
  matching,
  oneOf,
  setting,
  settingsRead,
  wholeNumber,
  type Setting,
} from '@hookloom/core/settings';

export interface KeptSetting extends Setting {
  /** Whether it is only read from the file, because all processes must agree on it. */
  isOfFile?: true;
  /** Values that only a person may set, because they let programs act without asking. */
  ofPerson?: readonly string[];
}

const words = matching('words with commas between them', /^[\w ,:./*-]*$/);

/** A variable that the configuration page lists too, with the same values. */
function listed(name: string, defaultValue: string, meaning: string): Setting {
  return setting(name, settingsRead.get(name)!, defaultValue).means(meaning);
}

/** In days. Types of notes take precedence over all notes. By default everything is kept forever. */
function kept(kind: string, meaning: string): KeptSetting {
  const name = `HOOKLOOM_RETENTION_${kind}_DAYS`;
  return { ...setting(name, wholeNumber(0, 36_500), '0').means(meaning), isOfFile: true };
}

export const settingTable: readonly KeptSetting[] = [
  listed(
    'CLAUDE_MEM_WORKER_PORT',
    '37777',
    'port of the worker; if it is in use, the next free one',
  ),
  listed('HOOKLOOM_WORKER_IDLE_MINUTES', '30', 'idle timeout of the worker; 0: never'),
  setting('CLAUDE_MEM_LOG_LEVEL', oneOf('INFO', 'DEBUG', 'WARN', 'ERROR', 'SILENT'), 'INFO').means(
    'level of the log of the worker',
  ),
  setting('CLAUDE_MEM_CONTEXT_OBSERVATIONS', wholeNumber(1, 200), '50').means(
    'maximum number of notes that a session receives, within its size limit; pinned notes always',
  ),
  setting('CLAUDE_MEM_CONTEXT_SESSION_COUNT', wholeNumber(1, 50), '10').means(
    'maximum number of earlier turns that a session receives',
  ),
  setting('CLAUDE_MEM_CONTEXT_FULL_COUNT', wholeNumber(0, 20), '0').means(
    'number of the best notes to show with their text instead of the title only',
  ),
  setting('CLAUDE_MEM_CONTEXT_FULL_FIELD', oneOf('narrative', 'facts'), 'narrative').means(
    'text of a note that is shown with its text: narrative or facts',
  ),
  setting('CLAUDE_MEM_CONTEXT_SHOW_LAST_SUMMARY', oneOf('true', 'false'), 'true').means(
    'whether a session receives the last summary with its parts instead of one line',
  ),
  setting('CLAUDE_MEM_CONTEXT_OBSERVATION_TYPES', words, '').means(
    'types of notes that a session receives, besides pinned ones; empty: all',
  ),
  setting('CLAUDE_MEM_CONTEXT_OBSERVATION_CONCEPTS', words, '').means(
    'concepts of notes that a session receives, besides pinned ones; empty: all',
  ),
  setting(
    'CLAUDE_MEM_SKIP_TOOLS',
    words,
    'ListMcpResourcesTool,SlashCommand,Skill,TodoWrite,AskUserQuestion',
  ).means('tools whose calls the session routes do not record'),
  setting(
    'CLAUDE_MEM_EXCLUDED_PROJECTS',
    matching('names or folders with commas between them; * and ** match any text', /^[^\p{C}]*$/u),
    '',
  ).means('projects that the worker does not record, and whose context no session receives'),
  setting('CLAUDE_MEM_SEMANTIC_INJECT_LIMIT', wholeNumber(1, 20), '5').means(
    'maximum number of notes for one prompt (`/api/context/semantic`)',
  ),
  {
    ...setting('HOOKLOOM_SHARE_PUBLISH', oneOf('ask', 'automatic'), 'ask').means(
      'whether sharing asks; automatic: `hookloom share publish` does not ask, and the worker publishes what is new',
    ),
    isOfFile: true,
    ofPerson: ['automatic'],
  },
  kept('NOTES', 'days that notes stay in lists and search; pinned ones stay always; 0: forever'),
  ...NOTE_TYPES.map((type) =>
    kept(
      type.toUpperCase(),
      `days that notes of the type ${type} stay in lists and search; 0: as long as other notes`,
    ),
  ),
  kept('PROMPTS', 'days that prompts stay in lists and search; 0: forever'),
  kept('SUMMARIES', 'days that summaries of turns stay in lists and search; 0: forever'),
  kept('TELEMETRY', 'days that rows stay in the ledger of models; 0: forever'),
];
