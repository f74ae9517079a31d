/**
 * Records which calls of a client our hook has answered, whatever their session: a forked or resumed session repeats
 * earlier calls under another session id. Uses two files of limited size with the time of their first entry.
 */
import fs from 'node:fs';
import { attempt, canonicalize } from '@hookloom/core';
import { contentDigest, type HookEvent } from '@hookloom/core/hook';
import { slimInput } from '../../transcript/carried.ts';

const MAX_BYTES = 256 * 1024;

/** The keys of a call: its id or, for clients that send none, its tool and input. */
export type CallKeys = ReturnType<typeof callKeys>;

export interface AnsweredCall extends CallKeys {
  /** In epoch milliseconds. */
  at: number;
}

export interface AnsweredCalls {
  /** Earlier calls are unknown. */
  since: number;
  calls: AnsweredCall[];
}

export function callKeys({ tool, tool_use_id: id }: Pick<HookEvent, 'tool' | 'tool_use_id'>) {
  return {
    id: id === null ? null : digest(id),
    tool: digest(tool?.native_name ?? ''),
    input: digest(attempt(() => canonicalize(slimInput(tool?.input ?? null)), '')),
  };
}

/** At the first event of a client. From now on every call is recorded. */
export function beginAnswered(stateDir: string, client: string): void {
  const file = fileOf(stateDir, client);
  if (!fs.existsSync(file)) begin(file);
}

export function noteAnswered(stateDir: string, client: string, { id, tool, input }: CallKeys) {
  const file = fileOf(stateDir, client);
  try {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && stats.size > MAX_BYTES) fs.renameSync(file, `${file}.1`);
    if (stats === undefined || stats.size > MAX_BYTES) begin(file);
    fs.appendFileSync(file, `${id ?? '-'} ${tool} ${input} ${Date.now()}\n`, { mode: 0o600 });
  } catch {
    // For example, the disk is full. The call will be reported as missed, which is the safer error.
  }
}

/** Null if nothing was recorded yet. */
export function readAnswered(stateDir: string, client: string): AnsweredCalls | null {
  const file = fileOf(stateDir, client);
  const begun: number[] = [];
  const calls: AnsweredCall[] = [];
  for (const name of [`${file}.1`, file])
    for (const line of attempt(() => fs.readFileSync(name, 'utf8').split('\n'), [])) {
      const [first, tool, input, at] = line.split(' ');
      if (first === 'since') begun.push(Number(tool));
      else if (at !== undefined)
        calls.push({
          id: first === '-' ? null : first!,
          tool: tool!,
          input: input!,
          at: Number(at),
        });
    }
  return begun.length === 0 ? null : { since: Math.min(...begun), calls };
}

function begin(file: string): void {
  try {
    fs.mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 });
    // If several processes try, only one can create the file.
    fs.writeFileSync(file, `since ${Date.now()}\n`, { flag: 'wx', mode: 0o600 });
  } catch {
    // Another process or the next event writes it.
  }
}

function digest(text: string): string {
  return contentDigest(text).slice(0, 16);
}

function fileOf(stateDir: string, client: string): string {
  return `${stateDir}/asked/${client}`;
}
