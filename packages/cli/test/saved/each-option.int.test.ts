/**
 * What each command prints with each of its options, and what the shell completes. After a change that you intend, `npx vitest run packages/cli/test/saved --update` saves the new forms: read the difference.
 */
import { expect, test, vi } from 'vitest';
import type { CommandDefinition, OptionDefinition } from '../../src/command/definition.ts';
import { loadAllCommands } from '../../src/commands/index.ts';
import { freshWorkspace } from '../transcript.ts';

const { transcript, note } = freshWorkspace();
const definitions = await loadAllCommands();

/** Commands that read the memory or the log, or write one event: quick, and without a process. */
const QUICK =
  /^(memory|notes|coordinate|verify|replay|compact|context|settings|projects|inbox|share|log|refresh-context|extractor-template|local-profile|plugin|hooks (explain|list|status|export)|init-session)\b/;
const SLOW =
  /^(memory (graph|neo4j|ui|re-embed|forget|ingest|import)|share|notes (retention|retry))\b/;
/** The arguments that each command gets, by the name of the argument. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  EVENT: 'PreToolUse',
  CLIENT: 'claude-code',
  QUERY: 'dates',
  TEXT: "'Dates are in CET'",
  TYPE: 'decision.made',
  NAME: "'Ship invoices'",
  ENTITY: "'Ship invoices'",
  CITATION: '$2',
  MISSION: 'm',
  WORKER: 'w',
  FINDING: 'w:finding:1',
  SESSION: 'shop-default',
  SUMMARY: "'It is local'",
  ID: '1001',
};
const HISTORY = `
    memory append goal.created --actor ann --payload-json '{"title":"Ship invoices"}'
    memory append decision.made --actor ann --payload-json '{"decision":"Due dates are calendar days in UTC"}'
    memory append command.completed --actor ann --payload-json '{"command":"npm test","exit_code":1}'
    memory skill proposed release --procedure 'Run the tests' Tag --summary 'How to release'
    coordinate start m 'Find the cause'
    coordinate worker create m w
    coordinate report m w 'The zone is local' --test 'npm test'
`;
const VALUES = ['2', 'dates', '2026-05-01', 'shop-default', '{}', '$2', '0.5'];

/** A value that the option accepts. */
function valueFor({ choices, parse }: OptionDefinition): string {
  if (choices !== undefined) return choices.at(-1)!;
  return VALUES.find((value) => parse === undefined || isAccepted(parse, value)) ?? 'none';
}

function isAccepted(parse: (text: string) => unknown, value: string): boolean {
  try {
    parse(value);
    return true;
  } catch {
    return false;
  }
}

function linesOf({ name, arguments: given, options }: CommandDefinition): string[] {
  const words = Object.values(given)
    .filter(({ required }) => required)
    .map((each) => each.choices?.[0] ?? ARGUMENTS[each.name] ?? 'none');
  const all = Object.values(options);
  const needed = all
    .filter(({ required }) => required === true)
    .map((option) => `${longOf(option)} ${valueFor(option)}`);
  const usual = [name, ...words, ...needed].join(' ');
  return [
    usual,
    ...all
      .filter(({ required, flags }) => required !== true && !/--(eventloom-path|yes)\b/.test(flags))
      .map((option) =>
        option.flags.includes('<')
          ? `${usual} ${longOf(option)} ${valueFor(option)}`
          : `${usual} ${longOf(option)}`,
      ),
  ];
}

function longOf({ flags }: OptionDefinition): string {
  return /--[a-z0-9-]+/.exec(flags)![0];
}

test('each command with each of its options prints the saved form', async () => {
  await note('Login keeps the refresh token', { type: 'bugfix', files_modified: ['login.ts'] });
  const lines = definitions
    .filter(({ name }) => QUICK.test(name) && !SLOW.test(name))
    .flatMap((definition) => linesOf(definition));
  const printed = await transcript(HISTORY + lines.join('\n    '));
  const short = printed
    .split('$ hookloom ')
    .map((each) => (each.length > 700 ? `${each.slice(0, 700)}…\n` : each));
  await expect(short.join('$ hookloom ')).toMatchFileSnapshot('outputs-of-each-option.txt');
}, 600_000);

test('each option reads its values in the saved form', async () => {
  const read = new Set<string>();
  for (const { options } of definitions)
    for (const { flags, parse } of Object.values(options))
      if (parse !== undefined)
        for (const value of [
          '',
          '0',
          '1',
          '-1',
          '2.5',
          '101',
          '1e9',
          'x',
          ' a b ',
          '2026-05-01',
          '2026-13-01',
          '5d',
          '{"a":1}',
          '[',
          '1:2',
          'a,b',
        ])
          try {
            read.add(`${flags} ${value} → ${JSON.stringify(parse(value))}`);
          } catch (error) {
            read.add(`${flags} ${value}: ${(error as Error).message}`);
          }
  await expect([...read].join('\n')).toMatchFileSnapshot('values-of-options.txt');
});

const TYPED = `

m
memory
memory c
memory checkout --
memory checkout --purpose
memory checkout --purpose h
memory checkout --purpose=h
memory append
memory append goal
memory export -o
memory export --output
memory export --output=
memory import
memory skill
memory skill p
ide-config
ide-config cl
ide-config claude-code --transport
refresh-context
refresh-context docs
refresh-context --kind
doctor --project-root
doctor --project-root sr
init
init --hook-client
init-session
restore
restore shop.tar
verify --checkpoint
verify-export
hooks
hooks e
none
none --x
-
--
`;

test('the shell completes what is typed in the saved form', async () => {
  const lines = TYPED.split('\n').slice(1, -1);
  const completed: string[] = [];
  // The package for completion prints there.
  const print = vi.spyOn(console, 'log').mockImplementation((text) => completed.push(String(text)));
  for (const line of lines)
    for (const words of [line, `${line} ''`])
      completed.push(await transcript(`complete -- ${words}`));
  print.mockRestore();
  await expect(completed.join('\n')).toMatchFileSnapshot('completed-words.txt');
});
