/**
 * How texts are masked, shortened and read. After a change that you intend, `npx vitest run packages/core/test/saved --update` saves the new forms: read the difference.
 */
import { expect, test } from 'vitest';
import { argumentKeys, excerpt, newDraft, putValue } from '../../src/hook/draft.ts';
import {
  channelOfTool,
  commandCompleted,
  fileEditApplied,
  toolCallCompleted,
  transcriptTurn,
} from '../../src/hook/observations.ts';
import { callStatus } from '../../src/hook/call-status.ts';
import { outputExcerpt } from '../../src/hook/output-excerpt.ts';
import { maskCommandLine, mcpOf, normaliseToolName } from '../../src/hook/tool-words.ts';
import { benignLines } from '../../src/redact/benign.fixture.ts';
import { ORDINARY_COMMANDS, SECRET_COMMANDS } from '../../src/redact/commands.fixture.ts';
import {
  fill,
  generate,
  NAMED_CONTEXTS,
  NAMED_SHAPES,
  PREFIXED_CONTEXTS,
  PREFIXED_SHAPES,
  seeded,
} from '../../src/redact/corpus.fixture.ts';
import { DESTROYED, LEAKED } from '../../src/redact/holes.fixture.ts';
import { redactPayload, redactText, secrecyOf, stripPrivate } from '../../src/redact/index.ts';
import { parseShell } from '../../src/shell/parse-shell.ts';
import { ownCall, simpleCommands } from '../../src/shell/command-words.ts';
import { shellWords, windowsQuote } from '../../src/shell/quote.ts';

const lines = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

const random = seeded(7);
const SECRET = '[an31]7';
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

test('secrets in texts are masked in the saved form, and ordinary texts are kept', async () => {
  const prefixed = PREFIXED_SHAPES.map((shape, index) =>
    at(PREFIXED_CONTEXTS, index)(generate(shape, random).secret),
  );
  const named = NAMED_SHAPES.map(([name, shape], index) =>
    at(NAMED_CONTEXTS, index)(name, generate(shape, random).secret),
  );
  const told = [...LEAKED, ...SECRET_COMMANDS].map((line) =>
    line.replaceAll(/[§¤]/g, () => fill(SECRET, random)),
  );
  const kept = [...DESTROYED, ...ORDINARY_COMMANDS, ...benignLines(80, random)];
  const masked = [...prefixed, ...named, ...told].map((line) => {
    const { text, count } = redactText(line);
    return `${count} ${text}`;
  });
  const texts = kept
    .map((line) => redactText(line).text)
    .filter((text, index) => text !== kept[index]);
  await expect(lines([...masked, '== ordinary texts that changed', ...texts])).toMatchFileSnapshot(
    'masked-texts.txt',
  );
});

const HEADS =
  'key keys pass token tokens signature sig pw password secret credentials cookie auth pin'.split(
    ' ',
  );
const BEFORE =
  'public publishable private priv secret host token tokens access api ssh primary foreign sort cache tests bearer csrf max next function webhook db user my is has'.split(
    ' ',
  );

test('each name of a value is as secret as saved', async () => {
  const rows = HEADS.flatMap((head) => {
    const secrecy = (...words: string[]) => `${secrecyOf(words.join('_'))} ${words.join('_')}`;
    return [
      secrecy(head),
      secrecy(head, 'count'),
      secrecy(head, 'mysql'),
      secrecy('verify', head),
      ...BEFORE.map((before) => secrecy(before, head)),
      ...BEFORE.map((before) => secrecy('public', before, head)),
    ];
  });
  await expect(lines(rows)).toMatchFileSnapshot('secrecy-of-names.txt');
});

test('payloads and private spans are masked in the saved form', async () => {
  const key = fill(SECRET, random);
  const payloads = [
    {
      token: key,
      note: `use ${key}`,
      count: 4,
      none: null,
      list: [{ password: 'tulip-quartz-417x' }, 'plain'],
    },
    { api_key: '', 'x-api-key': '$API_KEY', Authorization: `Bearer ${key}`, cookies: ['a', 'b'] },
    { nested: { deep: { secret: { value: key } }, public_key: 'abc' }, env: [`GH_TOKEN=${key}`] },
    { command: `mysql -p${key}`, text: 'a <private>b</private> c', path: '/home/dev/token.ts' },
  ];
  const texts = [
    'a <private>b</private> c',
    '<private>all',
    'a <Private> b </private > c <private>d</private>',
    'no </private> start',
    '`<private>` is a tag',
  ];
  const rows = [
    ...payloads.map((each) => redactPayload(each)),
    ...texts.map((each) => stripPrivate(each)),
  ];
  await expect(lines(rows)).toMatchFileSnapshot('masked-payloads.txt');
});

test('what a client reports becomes the saved payloads', async () => {
  const long = Array.from(
    { length: 400 },
    (_, n) => `line ${n} ${n % 50 === 7 ? 'Error: it failed' : 'ok'}`,
  ).join('\n');
  const rows: unknown[] = [];
  for (const exitCode of [0, 1, null])
    for (const stdout of ['', 'a\nb', long, 4, `password: tulip-quartz-417x\n${long}`])
      rows.push(
        commandCompleted({
          command: 'npm  test\n--token abc12345',
          exitCode,
          stdout,
          stderr: stdout,
          durationMs: 1.5,
        }),
      );
  rows.push(
    commandCompleted({ command: '', exitCode: 3, outcome: 'interrupted', durationMs: 'long' }),
    commandCompleted({ command: `echo ${'a'.repeat(2000)}`, exitCode: 0, durationMs: Number.NaN }),
    fileEditApplied({
      path: 'a.ts',
      operation: 'modified',
      summary: ' a  b ',
      lineCount: 3,
      linesAdded: 2,
      linesRemoved: 1,
    }),
    fileEditApplied({ path: '', operation: '', lineCount: '3' }),
    toolCallCompleted({
      toolName: 'Read',
      status: 'ok',
      callId: 't1',
      argumentKeys: ['path'],
      resultSummary: long,
      durationMs: 4,
    }),
    toolCallCompleted({ toolName: '', status: 'error', argumentKeys: [] }),
    transcriptTurn('user', 'Hello <private>secret</private>'),
    transcriptTurn('user', '<private>all</private>'),
    transcriptTurn('assistant', ' \n'),
  );
  const { payload } = transcriptTurn('assistant', 'word '.repeat(20_000))!;
  rows.push({ ...payload, content: JSON.stringify(payload['content']).length });
  for (const name of [
    'mcp__a__b',
    'mcp__a',
    'WebFetch',
    'WebSearch',
    'Read',
    'NotebookRead',
    'Agent',
    'Task',
    'Bash',
    'run_shell_command',
    'toString',
  ])
    rows.push([name, channelOfTool(name), normaliseToolName(name), mcpOf(name)]);
  for (const word of [
    'OK',
    ' timed out ',
    'timed-out',
    'Cancelled',
    'called',
    'constructor',
    4,
    null,
  ])
    rows.push([word, callStatus(word)]);
  const deep = {
    a: { b: { c: { d: 1 } } },
    list: Array.from({ length: 40 }, (_, n) => n),
    __proto: 1,
    bad: Number.NaN,
  };
  for (const value of [deep, 'x'.repeat(600), null, true, [[['a', ['b']]]]]) {
    const draft = newDraft();
    putValue(draft, 'value', value);
    rows.push(draft);
  }
  rows.push(argumentKeys({ b: 1, a: 2 }), argumentKeys([1]), argumentKeys(null));
  for (const limit of [5, 20, 240])
    for (const options of [{}, { folded: true }, { beginning: true }])
      for (const text of [
        'a b\n c',
        '🎉'.repeat(30),
        'token=tulip-quartz-417x and more of it',
        'x'.repeat(80_000),
      ])
        rows.push([limit, options, excerpt(text, limit, options)]);
  rows.push(
    outputExcerpt(long),
    outputExcerpt(`${'a\n'.repeat(3000)}FAIL b.test.ts\n  expected 1 to be 2\n`),
  );
  await expect(lines(rows)).toMatchFileSnapshot('reported-payloads.txt');
});

const COMMANDS = [
  `NODE_EXTRA_CA_CERTS= /usr/bin/node '/opt/hook.cjs' hook codex`,
  'echo zaxy hook-event stop',
  'exec ~/.hookloom/bin/hookloom-hook --fallback hook claude-code --session-id=a',
  `sh -c 'exec hookloom serve --profile full'`,
  'bash hookloom.sh hook gemini',
  String.raw`"C:\Program Files\node.exe" --no-warnings C:\a\hook.cjs hook codex`,
  'cd /x && hookloom hook-event stop > out.txt 2>&1',
  'node server.js; zaxy status',
  `a 'b c' "d $e \\"f" g\\ h $(i j) \`k\` | l > m << EOF`,
  'for f in *.ts; do rm "$f"; done',
  'if true; then echo a; fi &',
  `echo 'unclosed`,
  '# only a comment',
  'a && b || c; d',
  '(cd a; rm -rf b) > c',
  'x=$(curl -s https://example.test | sh)',
  'eval "$CMD"',
  'cat <<< "a b"',
  '',
];
const WITH_SECRETS = [
  'deploy --token abc --max-tokens 100',
  'curl -u name:secret https://example.test',
  'curl --user "name:secret"',
  'run --password="x y" --api-key=$KEY --auth-author me',
  'gh auth login --with-token',
  'tool --secret true --cookie a=b',
  'plain text without flags',
];

test('command lines are read, quoted and masked in the saved form', async () => {
  const rows: unknown[] = [];
  for (const command of COMMANDS)
    rows.push(
      command,
      ownCall(command),
      simpleCommands(command),
      parseShell(command),
      parseShell(command, { backslash: 'path' }),
    );
  for (const command of WITH_SECRETS) rows.push(maskCommandLine(command));
  const words = ['a', 'a b', "it's", '', '$HOME', 'C:\\a b\\', 'a%b', 'x"y', '-f', 'é'];
  rows.push(shellWords(words));
  for (const word of words)
    try {
      rows.push(windowsQuote(word));
    } catch (error) {
      rows.push(String(error));
    }
  await expect(lines(rows)).toMatchFileSnapshot('command-lines.txt');
});
