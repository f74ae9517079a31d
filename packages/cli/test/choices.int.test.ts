/** Options and arguments that take one of a list, over the table of commands. */
import { expect, onTestFinished, test } from 'vitest';
import { loadAllCommands } from '../src/commands/index.ts';
import { freshFolder } from './folder.ts';

const commands = (await loadAllCommands()).filter(({ isHookPath }) => isHookPath !== true);

/** A misspelled choice of every option and argument, with the words that belong before it. */
const calls = commands.flatMap(({ name, arguments: args, options }) => {
  const words = name.split(' ');
  const before = Object.values(args).map(({ choices }) => choices?.[0] ?? '1');
  const ofArguments = Object.values(args).flatMap(({ choices }, at) =>
    choices === undefined
      ? []
      : [{ argv: [...words, ...before.with(at, `${choices[0]}q`)], choices }],
  );
  const ofOptions = Object.values(options).flatMap(({ flags, choices }) => {
    const flag = /--[a-z-]+/.exec(flags)![0];
    return choices === undefined ? [] : [{ argv: [...words, flag, `${choices[0]}q`], choices }];
  });
  return [...ofArguments, ...ofOptions];
});

test.each(calls)(
  '$argv names the choices and the one that was meant',
  async ({ argv, choices }) => {
    const folder = freshFolder();
    onTestFinished(() => folder.remove());
    const { status, stdout, stderr } = await folder.run(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`Allowed choices are ${choices.join(', ')}. (Did you mean `);
    expect(folder.snapshot()).toEqual({});
  },
);

test('each option and argument whose help lists its values takes only those', () => {
  const open = commands.flatMap(({ name, arguments: args, options }) =>
    [...Object.values(args), ...Object.values(options)]
      .filter(
        (one) =>
          one.choices === undefined &&
          /(^|: )[\w-]+(, [\w-]+)+( or [\w-]+)?$/.test(one.description),
      )
      .map(({ description }) => `${name}: ${description}`),
  );
  expect(open).toEqual([]);
});

test.each([
  ['hooks', 'run', 'claude', 'PreToolUsed'],
  ['context', '--client', 'none'],
  ['memory', 'checkout', 'x', '--purpose', 'none'],
  ['memory', 'feedback', 'x', '--outcome', 'none'],
  ['memory', 'skill', 'list', '--feedback', 'none'],
  ['memory', 'export', '--grains', 'event,none'],
  ['share', 'publish', '--kind', 'rule', 'none'],
  ['notes', 'correct', '1', '--type', 'none'],
  ['notes', 'correct', '1', '--concept', 'gotcha,none'],
  ['settings', 'get', 'CLAUDE_MEM_LOG_LEVELS'],
])('%s %s %s %s refuses an unknown word', async (...argv) => {
  const folder = freshFolder();
  onTestFinished(() => folder.remove());
  expect((await folder.run(argv.filter(Boolean))).status).toBe(2);
});
