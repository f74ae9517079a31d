import { describe, expect, it } from 'vitest';
import { extractStatements } from './extract-statements.ts';

const kinds = (role: string, text: string, before?: string): string[] =>
  extractStatements({ role, text, ...(before !== undefined && { before }) }).map(
    ({ kind }) => kind,
  );
const texts = (role: string, text: string, before?: string): string[] =>
  extractStatements({ role, text, ...(before !== undefined && { before }) }).map(
    (found) => found.text,
  );

describe('short answers', () => {
  const asked = 'Which one?\n1. Store the file in S3\n2. Store the file on the disk';

  it('get their meaning from the option they name', () => {
    expect(texts('user', 'option 2', asked)).toEqual(['option 2 → Store the file on the disk']);
    expect(texts('user', 'the first one', asked)).toEqual(['the first one → Store the file in S3']);
  });

  it('get their meaning from the numbered question', () => {
    const questions = '1. Which port should the server use?\n2. Where do the logs go?';
    expect(texts('user', '1. 8080\n2. into the var folder', questions)).toEqual([
      'Which port should the server use? → 8080',
      'Where do the logs go? → into the var folder',
    ]);
  });

  it('choose between two things that the question names, with the reason', () => {
    const choice = 'I looked at it. Do you want pandas or Polars?';
    expect(texts('user', 'polars pls. pandas ate 14 gigs last time, never again', choice)).toEqual([
      'Do you want pandas or Polars? → polars pls. pandas ate 14 gigs last time, never again',
    ]);
    expect(texts('user', 'was ist der Unterschied?', 'Nehmen wir Redis oder Postgres?')).toEqual(
      [],
    );
    expect(texts('user', 'postgres bitte', 'Nehmen wir Redis oder Postgres?')).toEqual([
      'Nehmen wir Redis oder Postgres? → postgres bitte',
    ]);
    expect(texts('user', 'pandas, or polars, you choose', choice)).toEqual([]);
    expect(texts('user', 'you decide', choice)).toEqual([]);
  });

  it('agree with a proposal', () => {
    expect(texts('user', 'yes', 'Done.\nShould we use Redis for the sessions?')).toEqual([
      'Should we use Redis for the sessions → yes',
    ]);
  });

  it('have no meaning if the question is unknown', () => {
    expect(texts('user', 'yes')).toEqual([]);
    expect(texts('user', 'yes', 'Would you like me to continue?')).toEqual([]);
  });

  it('read the answer to a dialogue with options', () => {
    const dialogue =
      'Which database?\n\nOptions:\n- SQLite - one file\n- Postgres - a server\n\n**Answer:** SQLite';
    expect(texts('tool', dialogue)).toEqual(['Which database? → SQLite - one file']);
  });
});

describe('a short answer to a question about how to do it', () => {
  it.each([
    [
      'Options: (1) Python with paho, (2) Node with mqtt.js, (3) Go with eclipse/paho. Which do you prefer?',
      "go. i don't want to babysit a python env on the pi",
      'Python with paho / Node with mqtt.js / Go with eclipse/paho',
    ],
    [
      'None are detected so far. I could use the invoice number, or a hash of the row.',
      'invoice number + supplier id. hashes break when they resend rows',
      'the invoice number / a hash of the row',
    ],
    [
      'Optionen: Postgres-Volltextsuche, Meilisearch oder Elasticsearch. Was bevorzugst du?',
      'Meilisearch, Elastic ist mir zu schwer für den kleinen Server',
      'Postgres-Volltextsuche / Meilisearch / Elasticsearch',
    ],
    [
      'Which framework do you want for the page?',
      'none. plain html + uPlot, embedded with go:embed',
      'Which framework do you want for the page?',
    ],
    ["I'd use restic over sftp. Retention?", '7 daily, 4 weekly, 6 monthly', 'Retention?'],
    [
      'Sure. Where does the wiki run, and where should backups go?',
      'to the storage box, encrypted',
      'Where does the wiki run, and where should backups go?',
    ],
    [
      'There are two ways:\n- Cursor pages\n- Offset pages\nWhich one should I build?',
      'cursor, offsets drift when rows are added',
      'Cursor pages / Offset pages',
    ],
  ])('is a decision with the question: %s', (before, answer, question) => {
    expect(texts('user', answer, before)).toEqual([`${question} → ${answer}`]);
  });

  it.each([
    ['What should I work on next?', 'the tests for the parser'],
    ['Which framework do you want for the page?', 'you decide'],
    ['What would you prefer?', "I've staged all the files. Please commit them."],
    [
      'There are two ways:\n- Cursor pages\n- Offset pages\nShall I go on?',
      'create a task for this',
    ],
    ['I fixed the pages, or at least the offsets.', 'pages look fine now'],
  ])('is not a decision if it is about the current work: %s', (before, answer) => {
    expect(kinds('user', answer, before)).toEqual([]);
  });
});

describe('a turn whose sentences belong together', () => {
  it.each([
    'decimal not float!! we had cent errors last year',
    "no, don't update. reject and mail it to accounting, corrected rows have legal relevance",
  ])('is one decision: %s', (turn) => {
    expect(extractStatements({ role: 'user', text: turn })).toMatchObject([
      { kind: 'decision', text: turn, change: 'correction' },
    ]);
  });

  it('ends without a word about stopping for the day', () => {
    expect(
      texts('user', "für heute reicht's. morgen noch die tippfehler-toleranz einstellen"),
    ).toEqual(['morgen noch die tippfehler-toleranz einstellen']);
  });

  it('has the sentences that explain its statements beside it', () => {
    const turn = 'So store the key first, and reuse it on retry. Keys should live for 24 hours.';
    expect(extractStatements({ role: 'user', text: `Right. ${turn}` })).toMatchObject([
      { text: 'Keys should live for 24 hours.', turn: { text: turn, statements: 1 } },
    ]);
    expect(
      extractStatements({
        role: 'user',
        text: 'Keys should live for 24 hours. Is that too long for you?',
      })[0],
    ).not.toHaveProperty('turn');
  });

  it.each([
    "I'm wondering whether we should move to webhooks instead of polling.",
    "We're thinking about dropping the old queue.",
  ])('states nothing by a thought: %s', (turn) => {
    expect(kinds('user', turn)).toEqual([]);
  });
});
