// Finds the clients: in CLIENTS_DIR, or installed from the locks of this folder. Reports a missing client.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * @returns `here`: the chosen clients with their programs; `notices`: why others are missing, one line each.
 */
export function clientsHere(chosen) {
  const folders = new Map();
  const here = [];
  const notices = [];
  for (const one of chosen) {
    const { client, isNewest = false } = one;
    if (!folders.has(isNewest)) folders.set(isNewest, modulesFolders(isNewest));
    const { all, problem } = folders.get(isNewest);
    const modules = all.find((folder) => client.find(folder) !== null);
    if (modules === undefined) {
      const why = problem ?? `no program for ${process.platform} ${process.arch}`;
      notices.push(`${one.label ?? client.name}: ${why}`);
      continue;
    }
    const version = versionOf(modules, client.packageName);
    here.push({ ...one, client: { ...client, binary: client.find(modules), version } });
  }
  return { here, notices };
}

function versionOf(modules, packageName) {
  const file = path.join(modules, packageName, 'package.json');
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).version : 'unknown';
}

/** The newest version of a client is in the last folder of CLIENTS_DIR, or in a folder with a lock of its own. */
function modulesFolders(isNewest) {
  const given = process.env.CLIENTS_DIR;
  if (!given) return installed(isNewest ? path.join(OWN, 'newest') : OWN);
  const all = given
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.resolve(folder, 'node_modules'));
  return { all: isNewest ? all.toReversed() : all };
}

function installed(folder) {
  const modules = path.join(folder, 'node_modules');
  const marker = path.join(modules, '.package-lock.json');
  const lock = path.join(folder, 'package-lock.json');
  const isCurrent =
    fs.existsSync(marker) && fs.statSync(marker).mtimeMs >= fs.statSync(lock).mtimeMs;
  if (isCurrent) return { all: [modules] };
  process.stderr.write(`Installing clients into ${path.relative('.', folder)} (npm ci) …\n`);
  const windows = process.platform === 'win32';
  // Install scripts of the clients' packages would build unneeded parts.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const made = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: windows,
    timeout: 600_000,
  });
  if (made.status === 0) return { all: [modules] };
  const said = (made.stderr || String(made.error ?? '')).trim().split('\n').slice(0, 3).join(' ');
  if (
    /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)|network|ERR_SOCKET/i.test(
      said,
    )
  )
    return { all: [], problem: `the registry cannot be reached (${said})` };
  throw new Error(`npm ci in ${folder} failed: ${said}`);
}
