/** Checks the launcher in clients' settings: whether its Node and its package still exist. */
import fs from 'node:fs';
import path from 'node:path';
import {
  expandedLine,
  expandedWords,
  findExecutable,
  type ClientFiles,
} from '@hookloom/hooks/clients';
import { connectCommand } from './connect-command.ts';
import { error, ok, warning, type Check } from './row.ts';

export const checkLauncher: Check = ({ place, evidence, only }) => {
  const name = place.platform === 'win32' ? 'hookloom-hook.cmd' : 'hookloom-hook';
  const file = path.join(place.home, '.hookloom', 'bin', name);
  const calls = ({ hooks, fallback, servers }: ClientFiles): boolean =>
    fallback.length > 0 ||
    hooks.some(({ command }) => expandedLine(command, place.home).includes(file)) ||
    servers.some(({ command, args }) =>
      expandedWords([command ?? '', ...args], place.home).includes(file),
    );
  const client = evidence.files.find(
    (files) => (only === null || only === files.program) && calls(files),
  );
  if (client === undefined) return [];
  if (!fs.existsSync(file))
    return error('launcher', {
      message: `${file} no longer exists, but the settings of your clients start it.`,
      why: 'Nothing is recorded, your hooks do not run, and the memory tools are missing.',
      command: connectCommand(client.program),
    });
  const text = fs.readFileSync(file, 'utf8');
  const node = setIn(text, 'node');
  const home = setIn(text, 'home');
  const hook = home === null ? null : path.join(home, 'dist', 'hook.cjs');
  const gone = [node, hook].filter((one) => one !== null && !fs.existsSync(one));
  if (node !== null && hook !== null && gone.length === 0)
    return ok('launcher', `${file} starts ${node} with ${home}.`);
  const command = connectCommand(client.program);
  if (node === null || hook === null)
    return error('launcher', {
      message: `${file} was changed after Hookloom wrote it.`,
      why: 'Every event of every connected client uses it.',
      command,
    });
  const isFound =
    (fs.existsSync(node) || findExecutable('node', place) !== null) &&
    (fs.existsSync(hook) || findExecutable('hookloom', place) !== null);
  const wrong = {
    message: `${file} was written for ${gone.join(' and ')}, which no longer exists.`,
    why: isFound
      ? 'It has to search for another version at each event, which is slower.'
      : 'If it finds none, nothing is recorded, your hooks do not run, and critical hooks refuse.',
    command,
  };
  return isFound ? warning('launcher', wrong) : error('launcher', wrong);
};

/** The value of a variable in the launcher, in shell or `cmd` syntax. */
function setIn(text: string, name: string): string | null {
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(`set "${name}=`)) return line.slice(name.length + 6, -1);
    const value = line.startsWith(`${name}=`) ? line.slice(name.length + 1) : '';
    if (value.startsWith("'")) return value.slice(1, -1).replaceAll(String.raw`'\''`, "'");
    if (value.startsWith('/')) return value;
  }
  return null;
}
