/** The pages about backups, new machines and repairs: their commands run in order and do what the pages say. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(async () => {
  folder = freshFolder();
  await append(folder, 'decision.made', { decision: 'Invoices are numbered per year' });
});
afterEach(() => folder.remove());

function commandsOf(page: string): string[][] {
  const text = fs.readFileSync(path.join('docs/how-to', page), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!
      .trim()
      .split('\n')
      .map((line) =>
        [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!),
      ),
  );
}

/** As a person would in a terminal. */
async function run(
  where: Folder,
  [, ...args]: string[],
): Promise<{ status: number | null; stdout: string }> {
  const isForPersons = args[0] === 'restore' || args.includes('--adopt');
  const ran = isForPersons ? await where.asPerson(args) : await where.run(args);
  expect([args, ran.status, ran.stderr]).toEqual([args, 0, expect.not.stringContaining('error')]);
  return ran;
}

it('the commands of the backup page work in order', async () => {
  for (const words of commandsOf('back-up-and-restore.md')) await run(folder, words);
  expect((await folder.run(['verify'])).status).toBe(0);
});

it('the commands of the page on moving to a new machine work in order', async () => {
  fs.rmSync(path.join(folder.path, '.eventloom'), { recursive: true });
  fs.mkdirSync(path.join(folder.path, 'work/shop'), { recursive: true });
  const [backup, ...rest] = commandsOf('move-to-a-new-machine.md');
  const old = { cwd: 'work/shop' };
  await folder.run(['memory', 'append', 'decision.made', '--actor', 'ann'], {
    ...old,
    input: JSON.stringify({ decision: 'Invoices are numbered per year' }),
  });
  expect((await folder.run(backup!.slice(1), old)).status).toBe(0);
  const laptop = freshFolder();
  try {
    fs.mkdirSync(path.join(laptop.path, 'work/shop'), { recursive: true });
    const archive = 'work/shop/everything.backup.tar.gz';
    fs.copyFileSync(path.join(folder.path, archive), path.join(laptop.path, archive));
    const here: Folder = {
      ...laptop,
      run: (args, options) => laptop.run(args, { ...options, ...old }),
      asPerson: (args, options) => laptop.asPerson(args, { ...options, ...old }),
    };
    for (const words of rest) {
      const { stdout } = await run(here, words);
      if (words.includes('checkout')) expect(stdout).toContain('Invoices are numbered per year');
    }
  } finally {
    laptop.remove();
  }
});

it('the commands of the page on log repair work in order', async () => {
  for (const decision of ['Walls are grey', 'Doors are green'])
    await append(folder, 'decision.made', { decision });
  const log = '.eventloom/shop-default.jsonl';
  folder.write(log, folder.read(log).replace('grey', 'gray'));
  for (const words of commandsOf('repair-a-log.md')) await run(folder, words);
  expect(
    JSON.stringify(
      (await folder.json(['memory', 'checkout', 'What colour are doors?'])).current_facts,
    ),
  ).toContain('green');
});
