/**
 * Checks the running Node and the package: its version, its location, and whether both its commands are on the PATH.
 */
import fs from 'node:fs';
import path from 'node:path';
import { findExecutable } from '@hookloom/hooks/clients';
import { error, ok, warning, type Check } from './row.ts';

const OLDEST = [20, 19] as const;

export const checkNode: Check = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const told = `Node ${process.versions.node} at ${process.execPath}`;
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return ok('node', told);
  return error('node', {
    message: `${told} is older than ${OLDEST.join('.')}.`,
    why: 'Hooks and the memory are not tested on this version and may fail silently. Install Node 24.',
    command: null,
  });
};

export const checkPackage: Check = ({ own: { version, bin }, place }) => {
  const told = `hookloom ${version} in ${path.dirname(path.dirname(bin))}`;
  const missing: string[] = [];
  const foreign: string[] = [];
  for (const name of ['hookloom', 'zaxy']) {
    const found = findExecutable(name, place);
    if (found === null) missing.push(name);
    else if (!isOurs(found, bin)) foreign.push(`${name} is ${found}`);
  }
  if (foreign.length > 0)
    return warning('package', {
      message: `${told}, but on the PATH ${foreign.join(' and ')}.`,
      why: 'That name starts another program or another version.',
      command: 'npm install -g hookloom',
    });
  if (missing.length === 0) return ok('package', `${told}; hookloom and zaxy are on the PATH`);
  return warning('package', {
    message: `${told}; not on the PATH: ${missing.join(', ')}.`,
    why: 'Installed hooks still run, but the commands that Hookloom prints cannot be typed as shown.',
    command: 'npm install -g hookloom',
  });
};

/** The command is a link to our file or, on Windows, a small script that calls it. */
function isOurs(found: string, bin: string): boolean {
  try {
    const real = fs.realpathSync(found);
    if (real === fs.realpathSync(bin)) return true;
    const { size } = fs.statSync(real);
    return size < 8192 && fs.readFileSync(real, 'utf8').includes(path.basename(bin));
  } catch {
    return false;
  }
}
