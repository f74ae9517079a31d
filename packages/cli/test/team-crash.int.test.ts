/** Syncs and servers that are killed at any point: the store ends with exactly the events of the log. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { openJsonlStore, teamStore } from '@hookloom/log';
import { BIN, freshFolder } from './command-line.ts';

interface Cluster {
  url: string;
  /** SIGKILL to the server and its children; resolves when it runs again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const KILLS = Number(process.env['TEAM_KILLS'] ?? 6);
const hasPostgres = existsSync('/usr/lib/postgresql');

it.skipIf(!hasPostgres)(
  'a sync or a server that is killed loses and doubles nothing',
  async () => {
    const script = pathToFileURL(path.resolve('scripts/postgres-cluster.mjs')).href;
    const { startCluster } = (await import(script)) as { startCluster(): Promise<Cluster> };
    const cluster = await startCluster();
    const ann = freshFolder();
    const state = path.join(ann.path, 'state');
    const before = process.env['HOOKLOOM_STATE_DIR'];
    process.env['HOOKLOOM_STATE_DIR'] = state;
    try {
      const { connect, migrate } = await teamStore();
      const setting = 'HOOKLOOM_TEAM_URL';
      const first = await connect(cluster.url, { setting });
      await migrate(first);
      await first.close();
      const env = { HOOKLOOM_TEAM_URL: cluster.url, HOOKLOOM_STATE_DIR: state };
      const log = openJsonlStore({ dir: path.join(ann.path, '.eventloom') });
      const append = (count: number, from: number) =>
        log.append(
          'shop-default',
          Array.from({ length: count }, (_, n) => ({
            type: 'decision.made',
            actorId: 'ann',
            payload: { title: `Decision ${from + n}`, text: 'x'.repeat(2000) },
            origin: { channel: 'user' as const },
          })),
        );
      await append(1500, 0);
      const enabled = ann.asPerson(['sync', '--enable', '--project', 'shop'], { env });
      expect(enabled).toMatchObject({ status: 0 });
      for (let round = 0; round < KILLS; round++) {
        await append(200, 1500 + round * 200);
        await killedSync(ann.path, env, 250 + Math.random() * 600);
        if (round % 3 === 2) await cluster.crash();
      }
      const synced = ann.run(['sync', '--json'], { env });
      expect(synced).toMatchObject({ status: 0, stderr: '' });
      await log.close();
      const store = await connect(cluster.url, { setting });
      const rows = await store.query('SELECT line FROM hookloom.event ORDER BY seq');
      await store.close();
      const text = readFileSync(path.join(ann.path, '.eventloom/shop-default.jsonl'), 'utf8');
      const stored = rows.map(({ line }) => `${String(line)}\n`).join('');
      expect({ events: rows.length, same: stored === text }).toEqual({
        events: 1500 + KILLS * 200,
        same: true,
      });
      console.log(`team store: ${KILLS} kills, ${rows.length} events, 0 lost, 0 doubled`);
    } finally {
      process.env['HOOKLOOM_STATE_DIR'] = before ?? '';
      ann.remove();
      await cluster.stop();
    }
  },
  60_000 + KILLS * 10_000,
);

/** Ends with SIGKILL, or by itself where that is sooner. */
function killedSync(cwd: string, env: Record<string, string>, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [BIN, 'sync'], {
    cwd,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, HOOKLOOM_WORKER_AUTOSTART: 'false', ...env },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  return new Promise((resolve) => {
    child.on('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
