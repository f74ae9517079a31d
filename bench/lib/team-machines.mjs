// Machines of a team as benchmarks need them: each with a log, a state folder and the part of the worker that replicates.
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  realpathSync,
} from 'node:fs';
import path from 'node:path';
import { load } from './load.mjs';

export const PROJECT = 'shop';
export const SETTING = 'HOOKLOOM_TEAM_URL';
const CODE = `export { resolveWorkspace } from '@hookloom/core/settings';
  export { openJsonlStore } from '@hookloom/log';
  export { channelOf, connect, holdConnection, migrate, notifyMembers, pullLogs, pushLog } from './packages/log/src/team/index.ts';
  export { openRuntime } from '@hookloom/worker';
  export { enableTeam, syncTeam } from './packages/worker/src/team/index.ts';
  export { keepSynced } from './packages/worker/src/team/keep-synced.ts';
  export { holdLink } from './packages/worker/src/team/store-access.ts';`;

/** @param name Of the bundle, one for each process. */
export const loadTeam = (name) => load(name, CODE);

/**
 * @param onlySends Fetches nothing. @param onSynced Called with the result of each sync of the worker, once it is in the
 * memory.
 */
export async function openMachine(team, about) {
  const { root, name, url, onlySends = false, send, onSynced = () => {} } = about;
  const home = path.join(root, name);
  const stateDir = path.join(home, 'state');
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const cwd = realpathSync(home);
  const workspace = team.resolveWorkspace({ cwd, env: {} });
  const env = { HOOKLOOM_TEAM_URL: url, RETRIEVAL_FUZZY: 'off' };
  const runtime = await team.openRuntime(workspace, { stateDir, env });
  await team.enableTeam(runtime.context, { as: name, project: PROJECT, send });
  // A machine that has recorded nothing stores its memory in no file.
  const started = { type: 'goal.created', actorId: name, payload: { title: `Start of ${name}` } };
  await runtime.store.append(workspace.session, [{ ...started, origin: { channel: 'system' } }]);
  const offered = await runtime.team();
  const watched = {
    ...runtime,
    team: async () => ({
      ...offered,
      async syncTeam(context, options) {
        const less = onlySends ? { fetches: false } : {};
        const synced = await offered.syncTeam(context, { ...options, ...less });
        onSynced(synced);
        return synced;
      },
    }),
  };
  const open = { slot: 1, workspace, project: { id: PROJECT, alias: name }, runtime: watched };
  let kept;
  return {
    name,
    stateDir,
    workspace,
    runtime,
    /** Like the worker of this machine. */
    start({ say = () => {}, ...more } = {}) {
      const workspaces = { all: async () => [open], forSlot: async () => open };
      kept = team.keepSynced({ workspaces, stateDir, say, ...more });
    },
    async stop() {
      await kept?.close();
    },
  };
}

/** The decisions in teammates' logs that a sync fetched, at each call. */
export function followLogs(stateDir) {
  const read = new Map();
  const [team] = readdirSync(path.join(stateDir, 'team'));
  return ({ pulled }) =>
    pulled.flatMap(({ session, added }) => {
      if (added === 0) return [];
      const fd = openSync(path.join(stateDir, 'team', team, 'logs', `${session}.jsonl`), 'r');
      const from = read.get(session) ?? 0;
      const bytes = Buffer.alloc(fstatSync(fd).size - from);
      readSync(fd, bytes, 0, bytes.length, from);
      closeSync(fd);
      read.set(session, from + bytes.length);
      return bytes
        .toString()
        .split('\n')
        .filter((line) => line.includes('"type":"decision.made"'));
    });
}

/** Seconds that a server and its children have used. */
export function cpuOf(pid) {
  const own = (of) => {
    const fields = readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
    // utime, stime; cutime, cstime of children that ended.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / 100;
  };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return [pid, ...children.filter(Boolean)].reduce((sum, of) => sum + own(of), 0);
}
