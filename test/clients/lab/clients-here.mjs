// Where the clients are: in CLIENTS_DIR, or installed from the lock of this folder. What is not to be had is said, not hidden.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * @returns `here`: the chosen clients with their programs; `notices`: why others are missing, one line each.
 */
export function clientsHere(chosen) {
  const { modules, problem } = modulesFolder();
  const here = [];
  const notices = [];
  for (const one of chosen) {
    const binary = modules === null ? null : one.client.find(modules);
    if (binary !== null) here.push({ ...one, client: { ...one.client, binary } });
    else
      notices.push(
        `${one.client.name}: ${problem ?? `no program for ${process.platform} ${process.arch}`}`,
      );
  }
  return { here, notices };
}

function modulesFolder() {
  const given = process.env.CLIENTS_DIR;
  if (given) return { modules: path.resolve(given, 'node_modules') };
  const modules = path.join(OWN, 'node_modules');
  const marker = path.join(modules, '.package-lock.json');
  const lock = path.join(OWN, 'package-lock.json');
  const isCurrent =
    fs.existsSync(marker) && fs.statSync(marker).mtimeMs >= fs.statSync(lock).mtimeMs;
  if (isCurrent) return { modules };
  process.stderr.write('Installing the clients into test/clients (npm ci) …\n');
  const windows = process.platform === 'win32';
  // Scripts of the clients' packages would build what is not needed here.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const made = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    cwd: OWN,
    encoding: 'utf8',
    shell: windows,
    timeout: 600_000,
  });
  if (made.status === 0) return { modules };
  const said = (made.stderr || String(made.error ?? '')).trim().split('\n').slice(0, 3).join(' ');
  if (
    /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)|network|ERR_SOCKET/i.test(
      said,
    )
  )
    return { modules: null, problem: `the registry cannot be reached (${said})` };
  throw new Error(`npm ci in test/clients failed: ${said}`);
}
