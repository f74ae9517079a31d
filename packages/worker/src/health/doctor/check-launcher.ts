/** The launcher in clients' settings: whether its Node and its package still exist. */
import fs from 'node:fs';
import path from 'node:path';
import { findExecutable } from '@hookloom/hooks/found/find-programs';
import { connectCommand } from './connect-command.ts';
import { error, ok, warning, type Check } from './row.ts';

/** The settings row reports a missing launcher. */
export const checkLauncher: Check = ({ place, evidence, only }) => {
  const folder = path.join(place.home, '.hookloom', 'bin');
  const isNamed = (file: string): boolean => path.dirname(file) === folder;
  const client = evidence.files.find(
    ({ program, hooks }) =>
      (only === null || only === program) &&
      hooks.some(({ needs }) => needs.some((file) => isNamed(file) && fs.existsSync(file))),
  );
  const file = client?.hooks.flatMap(({ needs }) => needs).find(isNamed);
  if (client === undefined || file === undefined) return [];
  const text = fs.readFileSync(file, 'utf8');
  const node = setIn(text, 'node');
  const home = setIn(text, 'home');
  const hook = home === null ? null : path.join(home, 'dist', 'hook.cjs');
  const gone = [node, hook].filter((one) => one !== null && !fs.existsSync(one));
  if (node !== null && hook !== null && gone.length === 0)
    return [ok('launcher', `${file} starts ${node} with ${home}.`)];
  const command = connectCommand(client.program);
  if (node === null || hook === null)
    return [
      error('launcher', {
        message: `${file} is not as Hookloom wrote it.`,
        why: 'Every event of every connected client goes through it.',
        command,
      }),
    ];
  const isFound =
    (fs.existsSync(node) || findExecutable('node', place) !== null) &&
    (fs.existsSync(hook) || findExecutable('hookloom', place) !== null);
  const wrong = {
    message: `${file} was written for ${gone.join(' and ')}, which is gone.`,
    why: isFound
      ? 'It looks for another at each event, which may be an old version, and takes longer.'
      : 'It may find no other: then nothing is recorded, your hooks do not run, and critical ones refuse.',
    command,
  };
  return [isFound ? warning('launcher', wrong) : error('launcher', wrong)];
};

/** What the launcher sets, in shell or `cmd` syntax. */
function setIn(text: string, name: string): string | null {
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(`set "${name}=`)) return line.slice(name.length + 6, -1);
    const value = line.startsWith(`${name}=`) ? line.slice(name.length + 1) : '';
    if (value.startsWith("'")) return value.slice(1, -1).replaceAll(String.raw`'\''`, "'");
    if (value.startsWith('/')) return value;
  }
  return null;
}
