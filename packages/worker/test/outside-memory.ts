/** One memory with one fact about a backup server, and the questions that could bring it back. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import { afterEach, beforeEach } from 'vitest';
import { coreListing } from '../src/mcp/tools/index.ts';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import { forget } from '../src/operations/forget.ts';

export const VALUE = 'The backup server answers on port 52413 of host larkspur';
export const WORD = /larkspur/i;
export const QUESTION = 'Where does the backup server answer?';
export const user = { channel: 'user' } as const;
export const model = { channel: 'model' } as const;
export let root: string;
export let workspace: Workspace;
export let runtime: Runtime;

export const at = (folder: string) =>
  resolveWorkspace({ cwd: path.join(root, folder), env: { ZAXY_DOMAIN: 'demo' } });
export const open = (where: Workspace, nowMs?: number) =>
  openRuntime(where, {
    stateDir: path.join(root, 'state'),
    ...(nowMs !== undefined && { clock: { now: () => nowMs } }),
  });
/** Gives each test of the file a workspace with an empty memory. */
export function withOutsideMemory(): void {
  beforeEach(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-outside-'));
    workspace = at('work');
    runtime = await open(workspace);
  });
  afterEach(async () => {
    await runtime.close();
    rmSync(root, { recursive: true, force: true });
  });
}

/** Opens the memory again, at another time if `nowMs` is given. `offline` runs while it is closed. */
export async function restart(nowMs?: number, offline = () => {}): Promise<void> {
  await runtime.close();
  offline();
  runtime = await open(workspace, nowMs);
}

export async function reindex(): Promise<void> {
  const opened = await runtime.memory.open();
  if (opened.ok) await opened.memory.reset();
}

export const decide = (
  decision: string,
  session_id?: string,
  caller: typeof user | typeof model = user,
) =>
  runtime.append(
    {
      event_type: 'decision.made',
      actor: 'ann',
      payload: { decision },
      ...(session_id !== undefined && { session_id }),
    },
    caller,
  );
export const facts = async (query = QUESTION, limit = 10) =>
  (await runtime.checkout({ query, limit })).current_facts.map(({ content }) => content);
export const forgetAll = (citation: string) =>
  forget(runtime.context, { citations: [citation], dry_run: false }, user);

/** Whether any kind of request brings it back. */
export async function isRecalled(of = runtime): Promise<boolean> {
  const answers = JSON.stringify([
    await of.checkout({ query: QUESTION }),
    await of.checkout({ query: 'port of the backup server host' }),
    await of.query({ query: 'backup server host' }),
    await of.verbatim({ query: 'backup port' }),
    await of.replay({ session_id: workspace.session }),
    await of.bootstrap({ current_task: QUESTION }, coreListing),
  ]);
  return WORD.test(answers);
}

export function filesHolding(word: RegExp, folder = root): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = path.join(folder, name);
    return statSync(file).isFile() && word.test(readFileSync(file, 'latin1'));
  });
}
