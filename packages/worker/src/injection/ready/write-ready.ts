/** Prepares a context for the hook at the next session start (`hooks/ready`). */
import fs from 'node:fs';
import path from 'node:path';
import {
  logNames,
  readyFile,
  stampOf,
  toolsLine,
  type ReadyContext,
  type PromptLine,
} from '@hookloom/hooks';
import { pointOf, readHead, digestsOf } from '@hookloom/log/append';
import { logNotices } from '@hookloom/log';
import { realPath } from '@hookloom/core';
import { foldText } from '@hookloom/memory/checkout';
import type { FactRow } from '@hookloom/memory';
import { writePrivateFile } from '../../private-file.ts';
import { sharedPaths } from '../../share/share-state.ts';
import { settingsFile } from '../../settings/settings.ts';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';
import { inject, type InjectRequest } from '../inject.ts';
import type { Layout } from '../layout.ts';
import type { Runtime } from '../../runtime.ts';
import { withoutFence } from '../frame.ts';
import { lineOf } from '../statement-lines.ts';
import { verifiedStatements } from '../verified-statements.ts';

/** Stores a context without a prompt for the next hook with the same request. */
export async function injectAndKeep(
  workspaces: readonly OpenWorkspace[],
  request: InjectRequest,
  stateDir: string,
): Promise<Layout> {
  // Read before the memory, so that events recorded meanwhile count as later.
  const heads = workspaces.map(({ workspace: { eventloomDir: dir, session } }) =>
    readHead(`${dir}/${session}.head`),
  );
  const seen = seenBy(workspaces, stateDir);
  const layout = await inject(workspaces, { ...request, client: 'claude-code', prompt: '' });
  const { client = 'claude-code' } = request;
  const text = layout.text.replace(toolsLine('claude-code'), toolsLine(client));
  const answer = { ...layout, text, bytes: Buffer.byteLength(text) };
  const { eventloomDir: dir, session } = workspaces[0]!.workspace;
  const file = readyFile({ stateDir, dir, session, branch: request.branch });
  const logs = logsOf(workspaces, heads, layout);
  if (logs === null || layout.isPartial === true || logNotices(dir).length > 0) {
    fs.rmSync(file, { force: true });
    return answer;
  }
  const isEmpty = layout.shown.length + layout.sessions.length + (layout.said?.length ?? 0) === 0;
  const ready: ReadyContext = {
    v: 2,
    text: isEmpty ? '' : layout.text,
    notes: layout.shown.map(({ row }) => row.event_id),
    logs,
    seen,
    names: logNames(dir),
    lines: await promptLines(workspaces[0]!, layout.holding ?? [], layout.text),
    untilMs: layout.untilMs ?? null,
  };
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writePrivateFile(file, JSON.stringify(ready));
  return answer;
}

/** The other logs of the directory, and the settings. */
function seenBy([here]: readonly OpenWorkspace[], stateDir: string): ReadyContext['seen'] {
  const { workspace } = here!;
  const { eventloomDir: dir, session } = workspace;
  const others = logNames(dir).filter((name) => name !== `${session}.jsonl`);
  const paths = [
    settingsFile(stateDir),
    ...others.map((name) => `${dir}/${name}`),
    ...sharedPaths(workspace, stateDir),
  ];
  return paths.map((file) => [file, stampOf(file)]);
}

/** The logs that it was made from; null if they do not contain what it cites. */
function logsOf(
  workspaces: readonly OpenWorkspace[],
  heads: readonly ReturnType<typeof readHead>[],
  { shown, sessions, said = [] }: Layout,
): ReadyContext['logs'] | null {
  const cited = [
    ...said.map(({ fact }) => ({ log: fact.session, seq: fact.seq, slot: null })),
    ...[...shown, ...sessions].map(({ row, id }) => ({
      log: row.log,
      seq: row.seq,
      slot: id % 1000,
    })),
  ];
  const logs: ReadyContext['logs'] = [];
  for (const [at, { workspace, slot }] of workspaces.entries()) {
    const { eventloomDir, session } = workspace;
    const head = heads[at];
    if (head === null || head === undefined) {
      // Another checkout may have no log yet.
      if (at > 0 && !fs.existsSync(`${eventloomDir}/${session}.jsonl`)) continue;
      return null;
    }
    const own = cited.filter((one) => one.log === session && (one.slot ?? slot) === slot);
    const dir = realPath(eventloomDir);
    const point = pointOf(
      dir,
      session,
      head,
      own.map(({ seq }) => seq),
    );
    if (point === null) return null;
    logs.push({ dir, point });
  }
  return logs;
}

// Valid statements as lines for related prompts (`hooks/ready`).

/** Only the newest are stored. */
const MOST = 250;
/** Verified once. The hook compares the bytes with the log again. */
const verified = new WeakMap<Runtime, Map<string, PromptLine | null>>();

/** @param started The text of the session start, which is not repeated for a prompt */
async function promptLines(
  { runtime, workspace: { eventloomDir, session } }: OpenWorkspace,
  facts: readonly FactRow[],
  started: string,
): Promise<PromptLine[]> {
  const known = verified.get(runtime) ?? new Map<string, PromptLine | null>();
  const wanted = facts
    .filter(({ entityType }) => entityType !== 'command_run')
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, MOST)
    .map((fact) => ({ fact, key: `${fact.seq} ${fact.hash} ${fact.content}` }));
  const unknown = wanted.filter(({ key }) => !known.has(key)).map(({ fact }) => fact);
  const held = new Set<FactRow>();
  if (unknown.length > 0) {
    const opened = await runtime.memory.open();
    if (!opened.ok) return [];
    const rows = unknown.map((fact) => ({ fact, isAsked: false }));
    for (const { fact } of await verifiedStatements(runtime.store, rows, opened.memory))
      held.add(fact);
  }
  const digests = new Map(
    digestsOf(eventloomDir, session, [...new Set([...held].map(({ seq }) => seq))]).map((each) => [
      each.seq,
      each,
    ]),
  );
  const kept = new Map<string, PromptLine | null>();
  for (const { fact, key } of wanted) {
    const place = held.has(fact) ? digests.get(fact.seq) : undefined;
    const line = place === undefined ? null : { ...place, text: lineOf([fact]) };
    kept.set(key, known.has(key) ? known.get(key)! : line);
  }
  verified.set(runtime, kept);
  return wanted.flatMap(({ fact, key }) => {
    const line = kept.get(key);
    if (line === null || line === undefined) return [];
    const isStarted = started.includes(withoutFence(foldText(fact.content)).slice(0, 160));
    return [isStarted ? { ...line, isStarted } : line];
  });
}
