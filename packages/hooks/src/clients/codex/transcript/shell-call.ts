/** A Codex call with the name and keys that its hooks get, and how it ended. Pure. */
import { attempt, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { textIn } from '../../../transcript/carried.ts';
import { textOfContent } from '../../../transcript/said.ts';

const SHELL = new Set(
  'exec_command shell shell_command local_shell_call container.exec'.split(' '),
);
const OUTPUT_TEXT = new Set(['input_text', 'output_text', 'text']);
const HEAD_CHARS = 400;

/** Hooks call the shell `Bash` with `command`, and a patch `apply_patch` with it. */
export function commandOfCall(payload: JsonObject): { tool: string; input: JsonValue } {
  const space = textIn(payload, 'namespace') ?? '';
  const own = textIn(payload, 'name') ?? textIn(payload, 'type') ?? 'unknown';
  const name = own.startsWith(space) ? own : `${space}${own}`;
  const given = inputOf(payload);
  if (SHELL.has(name)) return { tool: 'Bash', input: { command: commandLine(given) } };
  if (name === 'apply_patch') {
    const patch =
      typeof given === 'string' ? given : (textIn(given, 'input') ?? textIn(given, 'patch'));
    return { tool: name, input: { command: patch ?? '' } };
  }
  return { tool: name, input: typeof given === 'string' ? { input: given } : given };
}

function inputOf(payload: JsonObject): JsonValue {
  const raw = payload['arguments'] ?? payload['input'] ?? payload['action'] ?? {};
  if (typeof raw !== 'string' || payload['type'] === 'custom_tool_call') return raw;
  return attempt(() => JSON.parse(raw) as JsonValue, raw);
}

function commandLine(input: JsonValue): string {
  if (typeof input === 'string') return input;
  if (!isJsonObject(input)) return '';
  const command = input['cmd'] ?? input['command'];
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return '';
  const words = command.filter((word) => typeof word === 'string');
  // `bash -lc 'the line'`
  return words.length === 3 &&
    /(?:^|\/)(?:ba|z|da)?sh$/.test(words[0]!) &&
    /^-\w*c$/.test(words[1]!)
    ? words[2]!
    : words.join(' ');
}

/** Reads the output that goes back to the model, or the item that reports the same end. */
export function endOfCall(told: JsonObject) {
  const wrapped = wrappedOutput(told['output']);
  const text = wrapped?.text ?? textOf(told);
  const head = (text ?? '').slice(0, HEAD_CHARS);
  const code = /^(?:Process exited with code|Exit code:) (-?\d{1,9})$/m.exec(head)?.[1];
  const plain = numberIn(told, 'exit_code') ?? wrapped?.exitCode ?? null;
  const took = /^Wall time: (\d{1,9}(?:\.\d{1,9})?) seconds$/m.exec(head)?.[1];
  const at = (text ?? '').indexOf('\nOutput:\n');
  const isFramed = at >= 0 && at < HEAD_CHARS && (code !== undefined || took !== undefined);
  return {
    exitCode: plain ?? (code === undefined ? null : Number(code)),
    durationMs: durationOf(told) ?? (took === undefined ? null : Math.round(Number(took) * 1000)),
    output: isFramed ? text!.slice(at + '\nOutput:\n'.length) : text,
    isFailed:
      told['status'] === 'failed' || /^(?:failed to|error[:\s]|execution error)/i.test(head),
    isRefused:
      told['status'] === 'declined' ||
      /^(?:exec command |command |patch )?(?:rejected by|was rejected|denied by|blocked by)|^Tool execution blocked/i.test(
        head,
      ),
  };
}

function textOf(told: JsonObject): string | null {
  const output = told['aggregated_output'] ?? told['output'] ?? told['stdout'];
  if (typeof output === 'string') return output.toWellFormed();
  if (Array.isArray(output)) return textOfContent(output, OUTPUT_TEXT);
  return isJsonObject(output) ? (textIn(output, 'content') ?? JSON.stringify(output)) : null;
}

/** Older versions put `{"output": …, "metadata": {"exit_code": …}}` into the text. */
function wrappedOutput(output: JsonValue | undefined) {
  if (typeof output !== 'string' || !output.startsWith('{"output":')) return null;
  return attempt(() => {
    const value = JSON.parse(output) as JsonValue;
    if (!isJsonObject(value)) return null;
    const metadata = isJsonObject(value['metadata']) ? value['metadata'] : {};
    return { text: textIn(value, 'output') ?? '', exitCode: numberIn(metadata, 'exit_code') };
  });
}

function durationOf({ duration }: JsonObject): number | null {
  if (!isJsonObject(duration)) return null;
  const [secs, nanos] = [numberIn(duration, 'secs'), numberIn(duration, 'nanos')];
  return secs === null ? null : Math.round(secs * 1000 + (nanos ?? 0) / 1e6);
}

function numberIn(object: JsonObject, key: string): number | null {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
