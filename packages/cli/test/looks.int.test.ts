/** Every read-only command leaves no trace in a folder and a home without any records. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandTable } from '../src/commands/index.ts';
import { freshFolder, type Folder } from './folder.ts';

const CITATION = 'eventloom://shop-default/events/1#abcdefabcdef';
const NOTHING_YET =
  'Nothing is recorded here yet. Connect a client to this folder: hookloom init\n';

const PROJECT = JSON.stringify({
  id: 'project-0123456789abcdef',
  name: 'shop',
  default_session: 'shop-default',
  created: '2026-11-21T10:00:00Z',
});

/** Commands about the records of this folder: one sentence for people, the usual answer but empty for programs. */
const ABOUT_THIS_FOLDER: [args: string[], empty: object][] = [
  [['context'], { notes: [], sessions: [], reachable: 0 }],
  [['memory checkout', 'what now'], { current_facts: [] }],
  [['memory bootstrap'], { session_id: 'shop-default' }],
  [['memory query', 'what now'], []],
  [['memory verbatim', 'what now'], []],
  [['memory skill', 'list'], { skills: [] }],
  [['memory causal', 'successors', 'cache'], { results: [] }],
  [['memory causal', 'predecessors', 'cache'], { results: [] }],
  [['memory log'], { session_id: 'shop-default', head: null, events: [] }],
  [['memory consolidation', 'status'], { candidate_count: 0 }],
  [['memory diff'], { added: {}, opened: [], closed: [] }],
  [['memory fok-report'], { prediction_count: 0 }],
  [['inbox', 'list'], { items: [], proposed: 0 }],
  [['memory quarantine', 'list'], { items: [], withheld: 0 }],
  [['memory refs'], { refs: [] }],
  [['notes list'], { items: [], hasMore: false }],
  [['notes search', 'login'], { results: [] }],
  [['notes retention'], { projects: [] }],
];

/** Commands that report something else, or are asked for one thing that does not exist. */
const OTHER_LOOKS: [args: string[], status: number][] = [
  [['memory status'], 0],
  [['memory export'], 0],
  [['memory skill', 'show', 'release'], 4],
  [['memory quarantine', 'show', CITATION], 4],
  [['memory why', CITATION, 'what now'], 4],
  [['memory reasoning', 'known-unknowns'], 0],
  [['coordinate brief', 'login-bug'], 4],
  [['coordinate checkout', 'login-bug'], 4],
  [['coordinate ledger', 'login-bug'], 4],
  [['coordinate approval-packet', 'login-bug'], 4],
  [['coordinate inspect', 'login-bug'], 4],
  [['coordinate proof', 'login-bug', '--proof-seq', '1'], 4],
  [['notes show', '57001'], 4],
  [['notes queue'], 0],
  [['notes ledger'], 0],
  [['verify'], 4],
  [['replay', 'shop-default'], 4],
  [['viewer', '.eventloom', '-o', 'page.html'], 4],
  [['status'], 4],
  [['logs'], 0],
  [['projects list'], 0],
  [['project adopt'], 0],
  [['share status'], 0],
  [['team status'], 4],
  [['settings list'], 0],
  [['settings get', 'CLAUDE_MEM_LOG_LEVEL'], 0],
  [['doctor'], 0],
  [['hook-status'], 0],
  [['capture status'], 4],
  [['capture-soak'], 1],
  [['ide-config', 'cursor'], 0],
  [['integrations'], 0],
  [['integration-template', 'mastra'], 0],
  [['local-profile'], 0],
  [['hooks doctor'], 0],
  [['hooks explain', 'PreToolUse'], 0],
  [['hooks trust'], 0],
  [['plugin list'], 0],
  [['plugin path', 'codex'], 0],
  [['activate', 'claude-code'], 0],
];

let folder: Folder;
/** The same with an empty `.eventloom`. */
let begun: Folder;
beforeAll(() => {
  folder = freshFolder();
  fs.mkdirSync(path.join(folder.path, 'home'));
  begun = freshFolder();
  fs.mkdirSync(path.join(begun.path, 'home'));
  fs.mkdirSync(path.join(begun.path, '.eventloom'));
});
afterAll(() => {
  folder.remove();
  begun.remove();
});

/** A command run in the empty folder: status, output, and every file that exists afterwards. */
async function look(args: string[], at = folder) {
  const words = [...args[0]!.split(' '), ...args.slice(1)];
  const ran = await at.run(words, { env: { HOME: path.join(at.path, 'home') } });
  return { ...ran, left: fs.readdirSync(at.path, { recursive: true }) };
}

const EMPTY = ['.eventloom', 'home'];

/** The list of projects in the state folder may name the folder from then on. */
const withoutState = (left: (string | Buffer)[]): string[] =>
  left
    .map(String)
    .filter((file) => !file.startsWith('home/'))
    .toSorted();

it.each(OTHER_LOOKS.map(([args]) => [args]))(
  '%s leaves an empty .eventloom empty',
  async (args) => {
    expect(withoutState((await look([...args, '--json'], begun)).left)).toEqual(EMPTY);
  },
);

/** `notes retention` names the project, which an existing folder is. */
const ABOUT_THE_LOG = ABOUT_THIS_FOLDER.filter(([[name]]) => name !== 'notes retention');

it.each(ABOUT_THE_LOG)(
  '%s prints an empty answer as JSON, and leaves an empty .eventloom empty',
  async (args, empty) => {
    const { status, stdout, left } = await look([...args, '--json'], begun);
    expect({ status, left: withoutState(left) }).toEqual({ status: 0, left: EMPTY });
    const answer: unknown = JSON.parse(stdout);
    if (Array.isArray(empty)) expect(answer).toEqual(empty);
    else expect(answer).toMatchObject(empty);
  },
);

it.each(ABOUT_THIS_FOLDER)(
  '%s says that nothing is recorded, and creates no folder',
  async (args) => {
    expect(await look(args)).toEqual({
      status: 0,
      stdout: NOTHING_YET,
      stderr: '',
      left: ['home'],
    });
  },
);

it.each(OTHER_LOOKS)('%s creates no folder', async (args, status) => {
  const ran = await look(args);
  expect({ status: ran.status, left: ran.left }).toEqual({ status, left: ['home'] });
  expect(ran.stderr).not.toMatch(/\/api\/|\n {2,}at /);
});

/**
 * Commands that change something, start something or have a test of their own. A command in neither list is not
 * checked.
 */
const NO_LOOKS =
  /^(init|log (adopt|acknowledge|repair)|hooks|hooks (run|attach|replay|test|import|export|register)|uninstall|demo|verify-export|reproject|compact|memory (feedback|append|remember|correct|invalidate|forget|ingest|import|re-embed|mine-procedures)|coordinate (start|worker|assign|report|review|promote|review-export|apply-approval|handoff|synthesis|audit-report|template)|notes (pin|unpin|correct|delete|delete-session|retry)|index-codebase|refresh-context|up|down|restart|projects (rename|merge|move)|project join|sync|team (init|invite|members|revoke)|share (init|publish|pull|trust|distrust)|backup|restore|settings set|serve|hook|hook-event|completion)$/;

it('every command is either in a list of read-only commands or known to write', () => {
  const elsewhere =
    /^(doctor|hook-status|integrations|integration-template|extractor-template|local-profile|init-session|ide-config|capture.*|.+-capture)$/;
  const looked = new Set([...ABOUT_THIS_FOLDER, ...OTHER_LOOKS].map(([[name]]) => name));
  const forgotten = commandTable.filter(
    ({ name }) => !looked.has(name) && !NO_LOOKS.test(name) && !elsewhere.test(name),
  );
  expect(forgotten.map(({ name }) => name)).toEqual([]);
});

it.each([
  ['.hookloom/writers', 'See what your team shares: hookloom share status'],
  [
    '.eventloom',
    'The folder belongs to a project. See which clients record it: hookloom hook-status',
  ],
])('a joined clone with %s is not told to connect a client', async (made, next) => {
  const clone = freshFolder();
  fs.mkdirSync(path.join(clone.path, made), { recursive: true });
  if (made === '.eventloom') clone.write('.eventloom/project.json', PROJECT);
  for (const args of [['notes list'], ['notes search', 'login']])
    expect((await look(args, clone)).stdout).toBe(`Nothing is recorded here yet. ${next}\n`);
  clone.remove();
});
