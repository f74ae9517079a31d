/** A finished call of a tool or command as one step of a procedure. */
import { isJsonObject, type JsonObject, type StoredEvent } from '@hookloom/core';

export interface Step {
  /** `tool:edit`, `command:git commit`. */
  name: string;
  isGood: boolean;
  seq: number;
  /** 64 hex. */
  hash: string;
}

const SUCCEEDED = new Set([
  'ok',
  'passed',
  'completed',
  'called',
  'success',
  'succeeded',
  'settled',
]);
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

/** Looks around and changes nothing: whether it found something says nothing about the work. */
const LOOKS =
  /^(?:tool:(?:read|grep|glob|ls|list|search|find|view|cat|web|fetch|task|todo|update_plan|file_search)|command:(?:ls|cat|head|tail|nl|grep|rg|find|pwd|echo|which|wc|tree|sed|env|true|sleep|stat|du|df|git (?:status|log|diff|show|branch|blame|grep|ls-files))(?![\w-]))/i;

export function isLook(name: string): boolean {
  return LOOKS.test(name);
}

/** Null for events that are no step: our own calls, text, and runs of which nobody knows how they ended. */
export function stepOf(event: StoredEvent): Step | null {
  const { type, payload, shredded } = event;
  if (shredded !== null || payload['self'] === true) return null;
  const place = { seq: event.seq, hash: event.hash.replace(/^sha256:/, '') };
  if (type === 'file.edit.applied') return { ...place, name: EDIT_STEP, isGood: true };
  if (type === 'command.completed' || type === 'tool.call.settled') {
    const name = commandName(textAt(payload, 'command'));
    if (name === null) return null;
    const { exit_code: exit, outcome } = payload;
    const isTold = typeof exit === 'number';
    // A settling event may say later how it ended.
    if (!isTold && (outcome === undefined || outcome === 'unknown')) return null;
    const isGood = isTold ? exit === 0 : SUCCEEDED.has(textAt(payload, 'outcome'));
    return { ...place, name: `command:${name}`, isGood };
  }
  if (type !== 'tool.call.completed') return null;
  const tool = textAt(payload, 'tool_name');
  // The command has an event of its own.
  if (tool === '' || (SHELLS.test(tool) && hasCommand(payload))) return null;
  const isGood = SUCCEEDED.has(textAt(payload, 'status'));
  return { ...place, name: EDITS.test(tool) ? EDIT_STEP : `tool:${tool}`, isGood };
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
