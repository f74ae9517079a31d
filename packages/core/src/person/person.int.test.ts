/** Real processes: the ways in which a program passes itself off as a person. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PersonVerdict } from './is-person.ts';

let dir: string;
let probe: string;
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'person-'));
  probe = path.join(dir, 'probe.cjs');
  buildSync({
    entryPoints: [path.join(import.meta.dirname, 'probe.fixture.ts')],
    outfile: probe,
    bundle: true,
    platform: 'node',
    conditions: ['source'],
    logLevel: 'error',
  });
});
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

const has = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).error === undefined;

let runs = 0;
/**
 * Runs a script in which `$PROBE` calls the probe. The script is detached, so that neither the test runner nor a client
 * in which the tests run is among its parents.
 */
async function verdictOf(
  script: string,
  { client }: { client?: string } = {},
): Promise<PersonVerdict> {
  const place = path.join(dir, `run-${++runs}`);
  fs.mkdirSync(place);
  const answer = path.join(place, 'answer');
  const call = path.join(place, 'call.sh');
  fs.writeFileSync(call, `#!/bin/sh\n'${process.execPath}' '${probe}' '${answer}'\nexit $?\n`, {
    mode: 0o755,
  });
  const file = path.join(place, 'script.sh');
  fs.writeFileSync(file, `echo $$ > '${place}/pid'\n${script.replaceAll('$PROBE', call)}\n:\n`);
  const shell = client === undefined ? '/bin/sh' : path.join(place, client);
  // For the system, a copy under the name of a client is that client.
  if (client !== undefined) fs.copyFileSync(fs.realpathSync('/bin/sh'), shell);
  const env = { PATH: process.env['PATH'], HOME: place, TMUX_TMPDIR: place };
  spawn('sh', ['-c', `setsid '${shell}' '${file}' </dev/null >'${place}/out' 2>&1 & :`], {
    env,
    stdio: 'ignore',
  });
  const read = (): PersonVerdict => JSON.parse(fs.readFileSync(answer, 'utf8')) as PersonVerdict;
  try {
    return await vi.waitFor(read, { timeout: 120_000, interval: 20 });
  } finally {
    end(Number(fs.readFileSync(path.join(place, 'pid'), 'utf8')));
  }
}

/** The script and the processes that it started, unless they have ended. */
function end(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // They have.
  }
}

const PTY = (body: string): string => `python3 -c '
import os, pty, subprocess
${body}'`;

describe.runIf(process.platform === 'linux')('a real process does not count as a person', () => {
  it('below a client', async () => {
    const verdict = await verdictOf('$PROBE', { client: 'claude' });
    expect(verdict).toMatchObject({
      isPerson: false,
      reason: 'inside_client',
      client: 'claude-code',
    });
  });

  it('below a client that gives it a terminal and an empty environment', async () => {
    const verdict = await verdictOf('env -i script -qc $PROBE /dev/null', { client: 'codex' });
    expect(verdict).toMatchObject({ reason: 'inside_client', client: 'codex' });
  });

  it('below a client, through npx', async () => {
    const verdict = await verdictOf(`npx --offline -c $PROBE`, { client: 'gemini' });
    expect(verdict).toMatchObject({ reason: 'inside_client', client: 'gemini' });
  });

  it('without a terminal', async () => {
    expect(await verdictOf('$PROBE')).toMatchObject({ reason: 'no_terminal', terminal: null });
  });

  it('under script, detached from its client', async () => {
    const verdict = await verdictOf('env -i script -qc $PROBE /dev/null');
    expect(verdict).toMatchObject({ isPerson: false, reason: 'fake_terminal' });
    expect(verdict.detail).toContain('script');
  });

  it('in a terminal that Python opened', async () => {
    const verdict = await verdictOf(PTY('pty.spawn(["$PROBE"])'));
    expect(verdict).toMatchObject({ isPerson: false, reason: 'fake_terminal' });
    expect(verdict.detail).toContain('python');
  });

  it('in a terminal of its own session that another process controls', async () => {
    const verdict = await verdictOf(
      PTY(`
import fcntl, termios, time
master, slave = pty.openpty()
if os.fork() == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for n in (0, 1, 2): os.dup2(slave, n)
    os.close(master)
    if os.fork() == 0: os.execv("/bin/sh", ["sh", "-c", "$PROBE; :"])
    time.sleep(5)
time.sleep(5)`),
    );
    expect(verdict).toMatchObject({ isPerson: false, reason: 'fake_terminal' });
    expect(verdict.detail).toContain('python');
  });

  it.runIf(has('tmux', '-V'))('in a tmux without an attached client', async () => {
    const verdict = await verdictOf('env -i TMUX_TMPDIR=$TMUX_TMPDIR tmux new -d $PROBE');
    expect(verdict).toMatchObject({ isPerson: false, reason: 'fake_terminal' });
    expect(verdict.detail).toContain('tmux');
  });

  it.runIf(has('tmux', '-V'))('in a tmux to which a script is attached', async () => {
    const verdict = await verdictOf(
      `env -i TERM=xterm TMUX_TMPDIR=$TMUX_TMPDIR script -qc "tmux new 'sleep 0.5; $PROBE'" /dev/null`,
    );
    expect(verdict).toMatchObject({ isPerson: false, reason: 'fake_terminal' });
  });
});

// A development container looks like this: processes outside it are not visible.
const canUnshare =
  spawnSync('unshare', ['-pf', '--mount-proc', 'true'], { stdio: 'ignore' }).status === 0;
it.runIf(canUnshare)('a person in a container is recognised', async () => {
  const inside = `unshare -pf --mount-proc sh -c "\\$PROBE; :"`.replace('\\$PROBE', '$PROBE');
  const verdict = await verdictOf(`script -qc '${inside}' /dev/null`);
  expect(verdict).toMatchObject({ isPerson: true, reason: 'person' });
});
