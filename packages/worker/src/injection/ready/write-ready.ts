/** Prepares a context for the hook at the next session start (`hooks/ready`). */
import fs from 'node:fs';
import path from 'node:path';
import { logNames, readyFile, stampOf, toolsLine, type ReadyContext } from '@hookloom/hooks';
import { pointOf, readHead } from '@hookloom/log/append';
import { logNotices } from '@hookloom/log';
import { writePrivateFile } from '../../private-file.ts';
import { sharedPaths } from '../../share/share-state.ts';
import { settingsFile } from '../../settings/settings.ts';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';
import { promptLines } from './prompt-lines.ts';
import { inject, type InjectRequest } from '../inject.ts';
import type { Layout } from '../layout.ts';
import { realPath } from '@hookloom/core';

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
