/** Every command line in the documentation exists in the program. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PAGES = [
  'README.md',
  ...['docs/how-to', 'docs/explanation', 'docs/tutorial'].flatMap(markdownIn),
];

function markdownIn(folder: string): string[] {
  const names = fs.readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => `${folder}/${name}`);
}

/** Lines of shell blocks, and commands in backticks, without comments and shell syntax. */
function commandLines(page: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!.replaceAll('\\\n', ' ').split('\n'),
  );
  const inline = [...text.matchAll(/`((?:hookloom|zaxy) [^`\n]+)`/g)].map(([, line]) => line!);
  return [...blocks, ...inline].flatMap((line) =>
    line
      .replace(/\s#.*$/, '')
      .split(/\s(?:\||&&)\s|; /)
      .map((part) => part.trim().replace(/^npx /, ''))
      .filter((part) => /^(hookloom|zaxy) [a-z]/.test(part)),
  );
}

/** By the reference, which is generated from the definitions of the commands. */
const REFERENCE = new Map(
  fs
    .readFileSync(path.join(ROOT, 'docs/reference/cli.md'), 'utf8')
    .split(/^## hookloom /m)
    .slice(1)
    .map((section): [string, string[]] => [
      section.slice(0, section.indexOf('\n')),
      section.match(/(?<![\w-])--?[a-z][\w-]*/g) ?? [],
    ]),
);

function wrongIn(line: string): string | null {
  const [asked] = line.split(/\s--(?:\s|$)/) as [string];
  const words = asked.split(/\s+/).slice(1);
  const [name] = [words.slice(0, 2).join(' '), words[0]!].filter((one) => REFERENCE.has(one));
  const isGroup = [...REFERENCE.keys()].some((one) => one.startsWith(`${words[0]} `));
  if (name === undefined) return isGroup && words.length === 1 ? null : `${line}: no such command`;
  const known = [...REFERENCE.get(name)!, '--help', '-h'];
  const given = asked.match(/(?<=\s)--?[a-z][\w-]*/g) ?? [];
  const other = given.find((one) => !known.includes(one));
  return other === undefined ? null : `${line}: no option ${other}`;
}

it.each(PAGES)('%s contains only existing commands and options', (page) => {
  const wrong = commandLines(page).map(wrongIn);
  expect(wrong.filter((one) => one !== null)).toEqual([]);
});
