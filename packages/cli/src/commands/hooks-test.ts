/** `hookloom hooks test [PATH]`: runs the fixtures next to hook files. */
import fs from 'node:fs';
import path from 'node:path';
import { invalidRequest, notFound } from '@hookloom/core';
import type { CaseResult } from '@hookloom/hooks';
import { defineCommand } from '../command/definition.ts';
import { flag, jsonOption, optionalArgument } from '../command/options.ts';
import { readNamedFile } from '../input/read-input.ts';
import { ownFiles } from '../install/own-files.ts';
import { plural } from '../output/format.ts';

const MAX_FIXTURE_BYTES = 1024 * 1024;
const FAILED_EXIT = 1;
const LEFT_OUT = new Set(['.git', 'node_modules', '.eventloom', 'dist']);

export const command = defineCommand({
  name: 'hooks test',
  summary: 'Test your hooks: run the fixtures beside hook files for every client.',
  description:
    'Fixtures are files with names that end in .hooktest.json: `{"hooks": "hooks.toml", "cases": [{"event": "pre_tool_use", "tool": "Bash", "input": {"command": "ls"}, "expect": {"decision": "none"}}]}`. Each case runs in a copy of the project: the folder of the fixture, or the folder above if that is `.hookloom`, or the folder in `project`. Exits with 1 if a case fails.',
  arguments: {
    path: optionalArgument('PATH', 'a fixture, or a folder to search (default: this folder)'),
  },
  options: {
    examples: flag(
      '--examples',
      'run the examples that come with this package, and print their folder',
    ),
    ...jsonOption,
  },
  examples: {
    'hookloom hooks test': 'every fixture below this folder',
    'hookloom hooks test .hookloom': 'those of one folder',
    'hookloom hooks test --examples': 'those that come with Hookloom',
  },
  async run({ args, options, context, out }) {
    const { FIXTURE_SUFFIX, parseFixture, runFixture } = await import('@hookloom/hooks');
    const examples = path.join(path.dirname(ownFiles().bin), '..', 'examples', 'hooks');
    const start = options.examples ? examples : path.resolve(context.cwd, args.path ?? '.');
    if (options.examples) out.note(`Copy what you need from ${examples}`);
    const files = findFixtures(start, FIXTURE_SUFFIX);
    if (files.length === 0)
      throw notFound(
        `There is no fixture (*${FIXTURE_SUFFIX}) below ${start}.`,
        'Write one next to your hook file. `hookloom hooks test --help` shows the format.',
      );
    const all: (CaseResult & { file: string })[] = [];
    for (const file of files) {
      const shown = path.relative(context.cwd, file);
      const fixture = parseFixture(readNamedFile(context, file, MAX_FIXTURE_BYTES));
      if (typeof fixture === 'string')
        throw invalidRequest(`${shown}: ${fixture}`, 'Fix the fixture.');
      out.progress(shown);
      const results = await runFixture({ file, fixture, env: context.env, nowMs: context.now() });
      out.progress(null);
      all.push(...results.map((result) => ({ ...result, file: shown })));
    }
    const failed = all.filter(({ outcome }) => outcome === 'failed');
    if (options.json) out.json({ passed: failed.length === 0, results: all });
    else {
      for (const { file, name, client, differences } of failed) {
        out.line({ style: 'red', text: 'failed' }, ` ${name}  `, {
          style: 'dim',
          text: `${client}  ${file}`,
        });
        for (const difference of differences) out.line(`       ${difference}`);
      }
      const passed = all.filter(({ outcome }) => outcome === 'passed').length;
      const absent = all.filter(({ outcome }) => outcome === 'no_event');
      for (const { file, name, client } of absent)
        out.line({ style: 'dim', text: `not run ${name}  ${client}  ${file}` });
      const [style, text, count] =
        failed.length === 0
          ? (['green', 'passed', passed] as const)
          : (['red', 'failed', failed.length] as const);
      out.line(
        { style, text },
        ` ${count} of ${plural(passed + failed.length, 'case')} in ${plural(files.length, 'file')}` +
          (absent.length === 0
            ? ''
            : `; ${absent.length} not run, because the client has no such event`),
      );
    }
    return failed.length === 0 ? 0 : FAILED_EXIT;
  },
});

function findFixtures(start: string, suffix: string): string[] {
  const stats = fs.statSync(start, { throwIfNoEntry: false });
  if (stats === undefined)
    throw notFound(`There is no ${JSON.stringify(start)}.`, 'Check the path.');
  if (stats.isFile()) return [start];
  const found: string[] = [];
  const visit = (dir: string, depth: number): void => {
    for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
      const file = path.join(dir, entry.name);
      if (entry.isFile() && entry.name.endsWith(suffix)) found.push(file);
      else if (entry.isDirectory() && depth < 12 && !LEFT_OUT.has(entry.name))
        visit(file, depth + 1);
    }
  };
  visit(start, 0);
  return found.sort();
}
