/** Converts a finished call of a tool or command to a step of a procedure. */
import { stringAt, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { commandSteps, type CommandRun } from './command-steps.ts';

export interface Step {
  /** `tool:edit`, `command:git commit`. */
  name: string;
  isGood: boolean;
  /** False if no failure is reported and nothing else is known. */
  isKnown: boolean;
  /** The words of the command; for an edit, the path. */
  words: readonly string[];
  seq: number;
  /** 64 hex. */
  hash: string;
}

const SUCCEEDED = new Set('ok passed completed called success succeeded settled'.split(' '));
/** An edit has its own event in addition to the tool call. */
const EDITS =
  /^(?:edit|write|multi_?edit|notebook_?edit|apply_patch|replace|write_file|create_file|str_replace\w*|search_replace|edit_file)$/i;
export const EDIT_STEP = 'tool:edit';
const TOOL_NAME = /^[\w.:/-]{1,80}$/;
const SHELLS = /^(?:bash|shell|run_shell_command|local_shell|exec_command|terminal)$/i;

/** Tools that read or prepare the next step. Their result says nothing about the work. */
const LOOKS =
  /^(?:tool:(?:read|grep|glob|ls|list|search|find|view|cat|web|fetch|task|todo|update_plan|file_search|ask_?user|skill|(?:enter|exit)_?(?:plan|worktree)|list_dir|codebase_search)|command:(?:ls|cat|head|tail|nl|grep|rg|find|pwd|echo|which|wc|tree|sed|env|true|sleep|stat|du|df|jq|man|journalctl|git (?:add|status|log|diff|show|branch|blame|grep|ls-files|remote|config|rev-parse|ls-remote|stash show|worktree list))(?![\w-]))/i;
/** Subcommands that only query: `kubectl get`, `gh pr view`, `minsky tasks list`. */
const ASKS =
  /^command:\S+(?: \S+)*? (?:list|ls|get|show|view|info|status|logs?|describe|diff|help|version|env|search|dir|ps|whoami)(?: [a-z]+)?$/i;
const HELP = /^(?:--help|-h|--version)$/;
const LISTS_TAGS = /^(?:-l|--list|-n\d*)$/;

export function isReadOnlyStep({ name, words }: Pick<Step, 'name' | 'words'>): boolean {
  if (name === 'command:git tag' && LISTS_TAGS.test(words[2] ?? '-l')) return true;
  return LOOKS.test(name) || ASKS.test(name) || words.some((word) => HELP.test(word));
}

/** Empty for events that are not steps: our own calls, text, and runs with an unknown result. */
export function stepsOf(event: StoredEvent): Step[] {
  const { type, payload, shredded } = event;
  if (shredded !== null || payload['self'] === true) return [];
  const place = { seq: event.seq, hash: event.hash.replace(/^sha256:/, '') };
  if (type === 'file.edit.applied') {
    const words = [stringAt(payload, 'path')];
    return [{ ...place, name: EDIT_STEP, words, isGood: true, isKnown: true }];
  }
  if (RUNS.has(type))
    return commandSteps({
      command: stringAt(payload, 'command'),
      ...endOf(payload),
      output: `${stringAt(payload, 'stdout')}\n${stringAt(payload, 'stderr')}`,
    }).map((step) => ({ ...place, ...step, name: `command:${step.name}` }));
  if (type !== 'tool.call.completed') return [];
  const tool = stringAt(payload, 'tool_name');
  // The command has its own event.
  if (!TOOL_NAME.test(tool) || SHELLS.test(tool)) return [];
  const isGood = SUCCEEDED.has(stringAt(payload, 'status'));
  const isEdit = EDITS.test(tool);
  return [
    { ...place, name: isEdit ? EDIT_STEP : `tool:${tool}`, words: [], isGood, isKnown: true },
  ];
}

/** A check that an agent recorded counts as a run with a result. */
const RUNS = new Set(['command.completed', 'tool.call.settled', 'verification.recorded']);

function endOf(payload: JsonObject): Pick<CommandRun, 'exitCode' | 'reported'> {
  const { exit_code: exit } = payload;
  const outcome = stringAt(payload, 'outcome');
  const isUnknown = outcome === '' || outcome === 'unknown';
  const reported = isUnknown ? null : SUCCEEDED.has(outcome) ? 'passed' : 'failed';
  return { exitCode: typeof exit === 'number' ? exit : null, reported };
}
