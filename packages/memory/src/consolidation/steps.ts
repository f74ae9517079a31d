/** A finished call of a tool or command as one step of a procedure. */
import { isJsonObject, type JsonObject, type StoredEvent } from '@hookloom/core';

export interface Step {
  /** `tool:Read`, `command:git commit`; null: it failed, or nobody knows how it ended. */
  name: string | null;
  seq: number;
  /** 64 hex. */
  hash: string;
}

const SUCCEEDED = new Set(['ok', 'completed', 'called', 'success', 'succeeded', 'settled']);
/** Programs whose first word says little: the next one names what they do. */
const PROGRAMS = new Set(
  'git npm npx pnpm yarn bun cargo go docker kubectl helm make gh pip uv poetry terraform systemctl apt brew gradle mvn rake bundle php artisan dotnet flutter swift mix'.split(
    ' ',
  ),
);
const SUBCOMMAND = /^[a-z][\w:.-]{0,30}$/i;
/** An edit has an event of its own beside the call of the tool. */
const EDITS =
  /^(?:edit|write|multi_?edit|notebook_?edit|apply_patch|replace|write_file|create_file|str_replace\w*|search_replace|edit_file)$/i;
const EDIT_STEP = 'tool:edit';
const SHELLS = /^(?:bash|shell|run_shell_command|local_shell|exec_command|terminal)$/i;

/** Null for events that are no step: our own calls, text, and calls that a later event settles. */
export function stepOf(event: StoredEvent): Step | null {
  const { type, payload, shredded } = event;
  if (shredded !== null || payload['self'] === true) return null;
  const place = { seq: event.seq, hash: event.hash.replace(/^sha256:/, '') };
  if (type === 'file.edit.applied') return { ...place, name: EDIT_STEP };
  if (type === 'command.completed' || type === 'tool.call.settled') {
    const name = commandName(textAt(payload, 'command'));
    if (name === null) return null;
    const { exit_code: exit, outcome } = payload;
    // Its settling event says how it ended.
    if (exit === undefined && outcome === 'unknown') return null;
    const isGood = exit === 0 || (exit === undefined && SUCCEEDED.has(textAt(payload, 'outcome')));
    return { ...place, name: isGood ? `command:${name}` : null };
  }
  if (type !== 'tool.call.completed') return null;
  const tool = textAt(payload, 'tool_name');
  // The command has an event of its own.
  if (tool === '' || (SHELLS.test(tool) && hasCommand(payload))) return null;
  if (!SUCCEEDED.has(textAt(payload, 'status'))) return { ...place, name: null };
  return { ...place, name: EDITS.test(tool) ? EDIT_STEP : `tool:${tool}` };
}

function hasCommand(payload: JsonObject): boolean {
  const { arguments: given, input, command } = payload;
  const isNamed = (value: unknown): boolean => isJsonObject(value) && 'command' in value;
  return typeof command === 'string' || isNamed(given) || isNamed(input);
}

/** @example commandName('cd app && CI=1 git commit -m x') // 'git commit' */
export function commandName(command: string): string | null {
  const [first = '', ...rest] = command
    .split(/\s*(?:&&|\|\||;|\n)\s*/)
    .map((part) => part.replace(/^(?:\s*\w+=\S*\s+)+/, '').trim())
    .filter((part) => part !== '' && !/^(?:cd|export|set|source)\b/.test(part));
  const [program = '', next = ''] = first.split(/\s+/);
  const name = program.replace(/^.*\//, '').slice(0, 60);
  if (!/^[\w.+-]+$/.test(name)) return rest.length > 0 ? commandName(rest.join(' && ')) : null;
  const isSubcommand = PROGRAMS.has(name) && SUBCOMMAND.test(next);
  const script = isSubcommand && next === 'run' ? first.split(/\s+/)[2] : undefined;
  if (script !== undefined && SUBCOMMAND.test(script)) return `${name} run ${script}`;
  return isSubcommand ? `${name} ${next}` : name;
}

function textAt(payload: JsonObject, key: string): string {
  const value = payload[key];
  return typeof value === 'string' ? value.trim() : '';
}
