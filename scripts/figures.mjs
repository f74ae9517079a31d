// Figures in the docs and the code that decides them.
//   node scripts/figures.mjs --check         fails if that code changed after the figures were measured, or if what is
//                                            read from events changed and SCHEMA_VERSION did not
//   node scripts/figures.mjs --record NAME   after measuring again and writing the new figures into the page
//   node scripts/figures.mjs --keep NAME     for a change that cannot affect them, such as a new name
// Comments and spacing do not count. A bench that can write its own block does both with `--record`.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';

const root = path.dirname(import.meta.dirname);
const PAGE = 'docs/explanation/figures.md';
const SCHEMA = 'packages/memory/src/store/schema.ts';
const memory = (names) => names.split(' ').map((name) => `packages/memory/src/${name}.ts`);

/** The files that decide a figure, not all that take part: it does not change with every change of a folder. */
const JUDGE = memory(
  'checkout/answer-chance checkout/answer-forms checkout/binding checkout/other-one checkout/quality question/question question/question-words checkout/relevance checkout/slot-plan',
);
const RANKING = memory(
  'words/analyze search/bm25 search/rank search/ranking search/related-words search/scoring-profiles search/signs search/one-row-per-event search/trade-words search/windows',
);
const ENCODER = ['encoder.bin', 'odds-of-record.json', 'answers.json'].map(
  (file) => `packages/encoder-en/model/${file}`,
);
/** Which statements hold, and what a checkout shows of a row. */
const SHOWN = memory(
  'checkout/lean/parts checkout/select statements/gives-other-value statements/meaning statements/other-value statements/relation store/endable-index vectors/parts vectors/session-vectors',
);
/** What is read from events, and so every row of a projection. */
const READERS = ['extract', 'project', 'statements'].flatMap((folder) => {
  const from = `packages/memory/src/${folder}`;
  return readdirSync(path.join(root, from), { recursive: true })
    .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((file) => `${from}/${file}`);
});
const BLOCKS = {
  projection: { sources: READERS, page: SCHEMA },
  retrieval: { sources: RANKING, command: 'npm run bench:retrieval -- --data … --kind …' },
  'other-words': {
    sources: [...JUDGE, ...RANKING, ...ENCODER],
    command: 'npm run bench:other-words -- --half …',
  },
  'real-sessions': {
    sources: [...JUDGE, ...RANKING, ...SHOWN, ...ENCODER],
    command: 'npm run bench:real -- --data DIR --half …',
  },
  'coding-answers': { sources: JUDGE, command: 'npm run bench:answers' },
};
const MARK = /(?:measured|read by): ([\w-]+) ([0-9a-f]{12})/g;

export function hashOf(name) {
  const hash = createHash('sha256');
  for (const file of BLOCKS[name].sources) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\n`).update(file.endsWith('.ts') ? codeOf(content) : content);
  }
  return hash.digest('hex').slice(0, 12);
}

/** Without comments and spacing. */
function codeOf(source) {
  const options = { loader: 'ts', minifyWhitespace: true, legalComments: 'none' };
  return `${transformSync(source, options).code}\n`;
}

/** The blocks whose code has changed, and blocks without figures. */
export function outdated(pages = `${read(PAGE)}${read(SCHEMA)}`) {
  const marked = new Map([...pages.matchAll(MARK)].map(([, name, hash]) => [name, hash]));
  return Object.keys(BLOCKS).filter((name) => marked.get(name) !== hashOf(name));
}

function read(page) {
  return readFileSync(path.join(root, page), 'utf8');
}

function record(name) {
  const { page = PAGE } = BLOCKS[name];
  const text = read(page);
  const mark = new RegExp(`((?:measured|read by): ${name}) [0-9a-f]{12}`);
  if (!mark.test(text)) throw new Error(`No "measured: ${name} …" in ${page}`);
  writeFileSync(path.join(root, page), text.replace(mark, `$1 ${hashOf(name)}`));
}

const ADVICE = {
  projection: `What is read from events changed. If a row can change, raise SCHEMA_VERSION in ${SCHEMA}:
  otherwise a memory of the version before reports its rows as misquoted.
  then: node scripts/figures.mjs --record projection (--keep projection if no row can change)`,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , option, name] = process.argv;
  if ((option === '--record' || option === '--keep') && Object.hasOwn(BLOCKS, name)) record(name);
  else if (option === '--check') {
    const old = outdated();
    for (const each of old)
      console.error(
        ADVICE[each] ??
          `The figures "${each}" in docs/explanation/figures.md are older than the code they measure.\n` +
            `  Measure again: ${BLOCKS[each].command}\n` +
            `  then: node scripts/figures.mjs --record ${each} (--keep ${each} if the change cannot move them)`,
      );
    if (old.length > 0) process.exit(1);
    console.log('ok: no figure is older than its code');
  } else {
    console.error(
      `usage: node scripts/figures.mjs --check | --record NAME | --keep NAME\n  NAME: ${Object.keys(BLOCKS).join(', ')}`,
    );
    process.exit(2);
  }
}
