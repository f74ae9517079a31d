// `npm run verify:plugins`: tests the built plugins with the real clients: their own validators, an installation into a
// throw-away home, and what the client then reports. Clients are taken from CLIENTS_DIR (a folder with their npm
// packages) or the PATH; a missing one is skipped with a message. No account and no network are needed.
import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const plugins = path.join(root, 'packages/cli/plugins');
if (!existsSync(plugins)) {
  console.error('The plugins have not been built: run `npm run build`.');
  process.exit(1);
}

let failures = 0;
await check('claude-code', 'claude', verifyClaude);
await check('codex', 'codex', verifyCodex);
process.exit(failures > 0 ? 1 : 0);

async function check(client, name, verify) {
  const program = programNamed(name);
  if (program === null) {
    console.log(`${client}: skipped, no \`${name}\` on the PATH or in CLIENTS_DIR`);
    return;
  }
  const home = mkdtempSync(path.join(tmpdir(), `hookloom-plugins-${name}-`));
  try {
    const found = await verify(program, path.join(plugins, client), home);
    console.log(`${client}: valid and installed (${found})`);
  } catch (error) {
    failures += 1;
    console.error(`${client}: ${error.message}`);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function verifyClaude(program, folder, home) {
  const run = runner(program, home);
  for (const manifest of ['plugin.json', 'marketplace.json'])
    run('plugin', 'validate', '--strict', path.join(folder, '.claude-plugin', manifest));
  run('plugin', 'marketplace', 'add', folder);
  run('plugin', 'install', 'hookloom@hookloom');
  const details = run('plugin', 'details', 'hookloom');
  const counted = /Skills \((\d+)\)[\s\S]*Hooks \((\d+)\)[\s\S]*MCP servers \((\d+)\)/.exec(
    details,
  );
  return expectCounts(counted?.slice(1).map(Number), [4, 11, 1], 'skills, hooks, servers');
}

async function verifyCodex(program, folder, home) {
  mkdirSync(path.join(home, '.codex'));
  const run = runner(program, home);
  run('plugin', 'marketplace', 'add', folder);
  run('plugin', 'add', 'hookloom@hookloom');
  const { hooks, errors, warnings } = await listHooks(program, home);
  if (errors.length + warnings.length > 0)
    throw new Error(`it complains: ${JSON.stringify([...errors, ...warnings])}`);
  const ours = hooks.filter(({ pluginId }) => pluginId === 'hookloom@hookloom');
  return expectCounts([ours.length], [12], 'hooks');
}

function expectCounts(found, expected, of) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return `${of}: ${expected.join(', ')}`;
  throw new Error(`it found other ${of} than ${expected.join(', ')}: ${JSON.stringify(found)}`);
}

/** Asks the app-server of Codex which hooks it would run. */
async function listHooks(program, home) {
  const child = spawn(program, ['app-server'], {
    cwd: home,
    env: environment(home),
    stdio: ['pipe', 'pipe', 'ignore'],
    // Its command is a script that starts the program: both are ended together.
    detached: true,
  });
  const say = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const answer = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('its app-server gave no answer')), 30_000);
    child.on('error', reject);
    child.on('close', () => reject(new Error('its app-server ended')));
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      const lines = (text += chunk).split('\n');
      text = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const { id, result, error } = JSON.parse(line);
        if (error !== undefined) reject(new Error(error.message));
        if (id === 1) say({ id: 2, method: 'hooks/list', params: { cwds: [home] } });
        if (id === 2) resolve(result.data[0]);
      }
    });
    child.stdin.on('error', () => {});
    say({
      id: 1,
      method: 'initialize',
      params: {
        clientInfo: { name: 'hookloom', version: '0' },
        capabilities: { experimentalApi: true },
      },
    });
    say({ method: 'initialized' });
    child.once('close', () => clearTimeout(late));
  });
  try {
    return await answer;
  } finally {
    await ended(child);
  }
}

/** It ends when no client talks to it any more, and writes to its home until then. */
async function ended(child) {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end();
  const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 5_000);
  await gone;
  clearTimeout(late);
}

function runner(program, home) {
  return (...args) => {
    try {
      return execFileSync(program, args, {
        cwd: home,
        env: environment(home),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 60_000,
      });
    } catch (error) {
      throw new Error(
        `\`${args.join(' ')}\` failed: ${error.stdout ?? ''}${error.stderr ?? error}`,
        { cause: error },
      );
    }
  };
}

/** Nothing of the user's: an empty home, no account. */
function environment(home) {
  return {
    HOME: home,
    PATH: process.env.PATH,
    TERM: 'dumb',
    IS_SANDBOX: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
}

function programNamed(name) {
  const clients = process.env.CLIENTS_DIR;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  if (clients !== undefined) {
    const modules = path.join(clients, 'node_modules');
    // Claude Code's own command needs its install script; the program itself is in the package of the platform.
    const platform = `claude-code-${process.platform}-${process.arch}`;
    folders.unshift(path.join(modules, '@anthropic-ai', platform), path.join(modules, '.bin'));
  }
  for (const folder of folders.filter((one) => path.isAbsolute(one))) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // the next one
    }
  }
  return null;
}
