import type { ToolWork } from '@hookloom/core/events';
import { describe, expect, it, test } from 'vitest';
import { makeNotes } from './make-notes.ts';
import { command, earlier, edit, failing, read, work } from './work.fixture.ts';

const titles = (items: ToolWork[]): string[] =>
  makeNotes(items, []).map((action) => (action.do === 'record' ? action.draft.title : action.do));
const titleOf = (item: ToolWork): string => titles([item])[0]!;

describe('a title says in plain words what was done', () => {
  it.each([
    [edit('src/login.ts'), 'Changed src/login.ts'],
    [edit('src/new.ts', { operation: 'created' }), 'Created src/new.ts'],
    [edit('src/old.ts', { operation: 'deleted' }), 'Deleted src/old.ts'],
    [command('npm test'), 'Tests pass: npm test'],
    [
      command('cd app && CI=1 npx vitest run src/a.test.ts 2>&1 | tail -20'),
      'Ran the tests: vitest run src/a.test.ts',
    ],
    [failing('cargo test', 'error[E0308]'), 'Tests fail: cargo test'],
    [command('npm install zod vitest --save-dev'), 'Installed zod and vitest'],
    [command('npm ci'), 'Installed the dependencies'],
    [failing('pip install torch', 'no space'), 'Could not install torch'],
    [
      command('git add -A && git commit -m "Keep the refresh token"'),
      'Committed: Keep the refresh token',
    ],
    [command('npm run build'), 'The build works: npm run build'],
    [command('npx tsc -p . --noEmit'), 'Checks pass: tsc -p . --noEmit'],
    [command('rg -n "refresh" src'), 'Searched: rg -n refresh src'],
    [command('grep -rn x .', { exitCode: 1, outcome: 'failed' }), 'Searched: grep -rn x .'],
    [work({ tool: 'Grep', target: 'refreshToken in src' }), 'Searched: refreshToken in src'],
    [work({ tool: 'Read', target: 'src/a.ts:1-30' }), 'Read src/a.ts'],
    [command('sed -n 1,80p src/login.ts'), 'Read src/login.ts'],
    [
      command('node scripts/migrate.mjs', { description: 'run the migration' }),
      'Run the migration',
    ],
    [failing('docker compose up -d', 'no daemon'), 'Failed: Ran docker compose up -d'],
    [read('docs/guide.md'), 'Read docs/guide.md'],
    [work({ tool: 'Grep' }), 'Searched the files'],
    [work({ tool: 'WebFetch', channel: 'web', result: 'A page' }), 'Read a web page'],
    [work({ tool: 'mcp__db__query', mcp: { server: 'db', tool: 'query' } }), 'Used query of db'],
  ])('number %#: $1', (item, title) => {
    expect(titleOf(item)).toBe(title);
  });
});

test('a command that fails and works after an edit is one bugfix, with its message', () => {
  const items = [
    failing('npm test', 'expected 1 to be 2'),
    edit('src/sum.ts'),
    command('npm test'),
  ];
  const notes = makeNotes(items, []);
  expect(notes.map((note) => note.do === 'record' && note.draft)).toEqual([
    expect.objectContaining({ title: 'Changed src/sum.ts', items: [items[1]!.id] }),
    {
      items: [items[0]!.id, items[2]!.id],
      type: 'bugfix',
      title: 'Tests pass after changes to src/sum.ts',
      subtitle: '`npm test` failed before.',
      facts: [
        '`npm test` failed: “expected 1 to be 2”',
        '`npm test` succeeded after changes to src/sum.ts',
      ],
      narrative:
        '`npm test` failed: “expected 1 to be 2”. After changes to src/sum.ts it succeeded.',
      concepts: ['problem-solution'],
      filesRead: [],
      filesModified: ['src/sum.ts'],
    },
  ]);
});

test('a failure that disappears without an edit is not called a fix', () => {
  const notes = makeNotes([failing('npm test', 'timeout'), command('npm test')], []);
  expect(notes).toMatchObject([
    { draft: { type: 'discovery', title: 'Tests pass on a later run', concepts: ['gotcha'] } },
  ]);
});

describe('a command without consequences', () => {
  const run = (line: string) => command(line, { description: null });

  it('gets no note of its own beside a result of its turn, before or after it', () => {
    const items = [run('docker pull x'), edit('src/a.ts'), run('git push'), run('docker ps')];
    expect(makeNotes(items, [])).toMatchObject([
      { do: 'record', draft: { title: 'Changed src/a.ts', items: items.map(({ id }) => id) } },
    ]);
  });

  it('gets one note if its turn has no other result, because the last one was the purpose', () => {
    expect(titles([run('docker pull x'), run('docker run x'), run('docker run x')])).toEqual([
      'Ran docker run x',
    ]);
  });

  it('joins or replaces an earlier note of its turn', () => {
    const edited = earlier({});
    expect(makeNotes([run('git push')], [edited])).toMatchObject([
      { do: 'merge', note: 'evt_note', filesModified: [] },
    ]);
    const ran = earlier({ kind: 'run', subject: 'docker ps', files: [] });
    expect(makeNotes([edit('src/a.ts')], [ran])).toMatchObject([
      { draft: { title: 'Changed src/a.ts' }, supersedes: { note: 'evt_note' } },
    ]);
  });

  it('gets a note if it failed, and if it works after a failure', () => {
    expect(titles([edit('src/a.ts'), failing('docker run x', 'no daemon')])).toEqual([
      'Changed src/a.ts',
      'Failed: Ran docker run x',
    ]);
    expect(
      titles([failing('docker run x', 'no daemon'), edit('src/a.ts'), run('docker run x')]),
    ).toEqual(['Changed src/a.ts', '`docker run x` works after changes to src/a.ts']);
  });

  it('does not join a note of another turn', () => {
    expect(titles([edit('src/a.ts'), { ...run('docker ps'), promptNumber: 2 }])).toHaveLength(2);
  });
});

test('combines what was read and searched in a turn into one note', () => {
  const items = [read('a.ts'), work({ tool: 'Grep' }), read('b.ts'), read('c.ts'), read('a.ts')];
  expect(makeNotes(items, [])).toMatchObject([
    {
      draft: {
        title: 'Searched the files and read a.ts, b.ts and 1 more file',
        filesRead: ['a.ts', 'b.ts', 'c.ts'],
        items: items.map(({ id }) => id),
      },
    },
  ]);
  expect(titles([read('a.ts'), { ...read('b.ts'), promptNumber: 2 }])).toEqual([
    'Read a.ts',
    'Read b.ts',
  ]);
});

test('a note of several searches names what was searched for', () => {
  const search = (target: string) => work({ tool: 'Grep', target });
  expect(makeNotes([search('login'), search('token in src'), read('a.ts')], [])).toMatchObject([
    {
      draft: {
        title: 'Searched the files and read a.ts',
        facts: ['Searched: login', 'Searched: token in src'],
      },
    },
  ]);
  expect(titles([search('login'), search('token in src')])).toEqual([
    'Searched 2 times: login and token in src',
  ]);
});

test('a search that read no file gets no note of its own beside a result of its turn', () => {
  const search = () => work({ tool: 'Grep' });
  const items = [search(), command('node x.mjs'), edit('src/a.ts'), search()];
  expect(makeNotes(items, [])).toMatchObject([
    { draft: { title: 'Changed src/a.ts', items: items.map(({ id }) => id) } },
  ]);
  expect(titles([search()])).toEqual(['Searched the files']);
});

test('combines a hundred edits of one file in a turn into one note that counts them', () => {
  const notes = makeNotes(
    Array.from({ length: 100 }, () => edit('src/a.ts')),
    [],
  );
  expect(notes).toMatchObject([
    {
      draft: {
        title: 'Changed src/a.ts',
        facts: ['src/a.ts was changed 100 times: 200 lines added, 100 removed'],
      },
    },
  ]);
});

describe('with existing notes', () => {
  it('repeated work joins its note', () => {
    const item = edit('src/a.ts');
    expect(makeNotes([item], [earlier({})])).toEqual([
      { do: 'merge', note: 'evt_note', work: [item], filesRead: [], filesModified: ['src/a.ts'] },
    ]);
  });

  it('work of another turn, long ago, or about something else does not', () => {
    for (const other of [
      { promptNumber: 2 },
      { at: '2020-01-01T00:00:00.000Z' },
      { subject: 'src/b.ts' },
    ])
      expect(makeNotes([edit('src/a.ts')], [earlier(other)])).toMatchObject([{ do: 'record' }]);
  });

  it('of other sessions, a check that passes again and a file that is read again join theirs', () => {
    const passed = earlier({ isHere: false, kind: 'command', subject: 'npm test', files: [] });
    expect(makeNotes([command('npm test')], [passed])).toMatchObject([
      { do: 'merge', note: 'evt_note' },
    ]);
    const looked = earlier({ isHere: false, kind: 'look', subject: '0', files: ['a.ts', 'b.ts'] });
    expect(makeNotes([read('b.ts')], [looked])).toMatchObject([{ do: 'merge', note: 'evt_note' }]);
    expect(makeNotes([read('c.ts')], [looked])).toMatchObject([{ do: 'record' }]);
    expect(makeNotes([edit('src/a.ts')], [earlier({ isHere: false })])).toMatchObject([
      { do: 'record' },
    ]);
  });

  it('of other sessions, a failure is replaced by its fix', () => {
    const failed = earlier({
      isHere: false,
      kind: 'command',
      subject: 'npm test',
      outcome: 'failed',
      said: '“no”',
      files: [],
      at: new Date(1_790_000_000_000 - 86_400_000).toISOString(),
    });
    expect(makeNotes([edit('src/x.ts'), command('npm test')], [failed])).toMatchObject([
      { draft: { title: 'Changed src/x.ts' } },
      { draft: { type: 'bugfix' }, supersedes: { note: 'evt_note' } },
    ]);
  });

  it('reading a further file replaces the note, and so does fixing a failure', () => {
    const looked = earlier({ kind: 'look', subject: '0', files: ['a.ts'] });
    expect(makeNotes([read('b.ts')], [looked])).toMatchObject([
      {
        draft: { title: 'Read a.ts and b.ts', filesRead: ['a.ts', 'b.ts'] },
        supersedes: { note: 'evt_note', covers: ['evt_old'] },
      },
    ]);
    const failed = earlier({
      kind: 'command',
      subject: 'npm test',
      outcome: 'failed',
      said: '“no”',
    });
    expect(makeNotes([edit('src/x.ts'), command('npm test')], [failed])).toMatchObject([
      { draft: { title: 'Changed src/x.ts' } },
      { draft: { type: 'bugfix' }, supersedes: { note: 'evt_note' } },
    ]);
  });
});
