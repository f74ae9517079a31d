// A temporary PostgreSQL cluster on a free loopback port, from the packages of the system, ended by its process ids.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

const VERSIONS = '/usr/lib/postgresql';

/** The folder of the newest server's programs; undefined if none is installed. */
export function programsOfPostgres() {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => b - a) : [];
  return versions
    .map((version) => path.join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
}

/**
 * @param options.settings Of the server, such as `{ max_wal_size: '64MB' }`. @param options.parent The folder above its
 * own. @param options.replicaOf Another cluster, which this one copies and then follows. @param options.env Of the
 * server.
 */
export async function startCluster(options = {}) {
  const { settings = {}, parent = tmpdir(), replicaOf = null, env = {} } = options;
  const bin = programsOfPostgres();
  // The server refuses to run as root.
  const owner = userInfo().uid === 0 ? accountOf('postgres') : {};
  const folder = mkdtempSync(path.join(parent, 'hookloom-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  const port = await freePort();
  const values = {
    listen_addresses: '127.0.0.1',
    shared_buffers: '32MB',
    max_connections: 60,
    ...settings,
  };
  const run = (program, ...args) =>
    execFileSync(path.join(bin, program), args, {
      ...owner,
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: folder,
    });
  if (replicaOf === null)
    run(
      'initdb',
      `-D${data}`,
      '-Upostgres',
      '-EUTF8',
      '--locale=C',
      '--auth=trust',
      '--no-sync',
      '--no-instructions',
    );
  else run('pg_basebackup', '-D', data, '-R', '-c', 'fast', '-d', replicaOf.url);
  let server = await start();

  async function start() {
    const child = spawn(
      path.join(bin, 'postgres'),
      [
        `-D${data}`,
        `-p${port}`,
        `-k${folder}`,
        ...Object.entries(values).map(([name, value]) => `-c${name}=${value}`),
      ],
      {
        ...owner,
        stdio: ['ignore', 'ignore', 'pipe'],
        cwd: folder,
        env: { ...process.env, ...env },
      },
    );
    let said = '';
    await new Promise((resolve, reject) => {
      child.stderr.on('data', (bytes) => {
        said += bytes;
        if (/system is ready to accept (read-only )?connections/.test(said)) resolve();
      });
      child.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
    });
    child.stderr.resume();
    return child;
  }

  function ended() {
    if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => server.on('exit', resolve));
  }

  /** SIGKILL to the server and its children. */
  async function kill() {
    const pids = [server.pid, ...childrenOf(server.pid)];
    for (const pid of pids) tryKill(pid, 'SIGKILL');
    await ended();
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  return {
    port,
    /** Of the server, whose children serve the connections. */
    pid: () => server.pid,
    folder,
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    version: execFileSync(path.join(bin, 'postgres'), ['--version']).toString().trim(),
    kill,
    /** Like `kill`; resolves when it runs again. */
    async crash() {
      await kill();
      server = await start();
    },
    /** Restarts it if it ended by itself. */
    async ensure() {
      if (server.exitCode !== null || server.signalCode !== null) server = await start();
    },
    /** Stops following: the replica becomes a separate server. */
    promote: () => run('pg_ctl', 'promote', '-w', '-D', data),
    async stop() {
      server.kill('SIGINT');
      await ended();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid) {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isAlive(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function tryKill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

function accountOf(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`There is no account ${name}.`);
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid, gid };
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
