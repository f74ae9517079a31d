import fc from 'fast-check';
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

describe('what a person says', () => {
  it.each([
    ['Never force-push to the release branch.', 'rule'],
    ['From now on all migrations go into one file per feature.', 'rule'],
    ["Please don't print customer names in the logs.", 'rule'],
    ['I prefer short functions over long ones.', 'preference'],
    ["Let's use Redis instead of Memcached for the sessions.", 'decision'],
    ["We don't want a second queue, it would double the cost.", 'decision'],
    ['The retry in the client is too slow for the tests.', 'rejected'],
    ['The importer is still failing for empty rows.', 'open'],
    ['The staging database runs on port 5544 by default.', 'fact'],
    ['Ab jetzt schreiben wir keine Tests mehr gegen die echte Datenbank.', 'rule'],
    ['Wir nehmen SQLite statt Postgres für den Cache.', 'decision'],
    ['Désormais on utilise toujours des chemins relatifs.', 'rule'],
    ['Nous gardons le format JSON au lieu de XML.', 'decision'],
    ['A partir de ahora usamos siempre rutas relativas.', 'rule'],
    ['Queremos SQLite en lugar de Postgres para la caché.', 'decision'],
    ['Никогда не меняй файлы миграций.', 'rule'],
    ['Используем SQLite вместо Postgres для кэша.', 'decision'],
    ['以后不要直接修改生产数据库。', 'rule'],
    ['我们决定用 SQLite 代替 Postgres。', 'decision'],
    ['Every migration needs a rollback script.', 'rule'],
    ['One more: the "amount" column is in cents, except in legacy_orders.', 'fact'],
    ['if it fails twice in a row mail ops@, a single failure is noise', 'rule'],
    ["and do a restore test every quarter, i'll put it in the calendar", 'rule'],
    ['No emojis in code or commits.', 'rule'],
    ['One migration per pull request.', 'rule'],
    ['The admin panel will be server rendered.', 'decision'],
    ['Sessions expire after 15 minutes of inactivity.', 'decision'],
    ['The API returns 404, not 403, for strangers.', 'decision'],
    ["I'm not a fan of default exports.", 'preference'],
    ['That queue is overkill for us.', 'rejected'],
    ['The duplicate mails came from two workers reading one queue.', 'cause'],
    ["We haven't tested this on Windows.", 'open'],
    ['The importer is maintained by Ana.', 'fact'],
    ["We'll use Fastify for the HTTP layer because Express is too slow for us.", 'decision'],
    ['No, the release moves to January 10.', 'decision'],
    ["Let's move from Postmark to Amazon SES, it is cheaper.", 'decision'],
    ['We round half to even.', 'decision'],
    ['We tried Prisma but rejected it, the migrations were a mess.', 'rejected'],
    ['TODO later: we still need to write the GDPR export.', 'open'],
    ['The release is planned for December 15.', 'fact'],
    ['The mail provider is Postmark, 15 EUR a month.', 'fact'],
    ['Invoices are numbered per year, like 2026-00001.', 'fact'],
    ['Das lag am Cache, der wurde nie geleert.', 'cause'],
    ['Die Mails gehen immer noch nicht raus.', 'open'],
  ])('reads "%s" as a %s', (text, kind) => {
    expect(kinds('user', text)).toEqual([kind]);
  });

  it.each([
    ['Decision: due dates are calendar days in UTC.', 'decision'],
    ['Entscheidung: Fälligkeiten sind Kalendertage in UTC.', 'decision'],
    ['Fixed. Cause: the parser read the day in local time.', 'cause'],
    ['Rule: one migration per pull request.', 'rule'],
    ['原因：解析器使用本地时间读取日期。', 'cause'],
  ])('reads "%s" as the %s that it names, whoever says it', (text, kind) => {
    expect([kinds('user', text), kinds('assistant', text)]).toEqual([[kind], [kind]]);
  });

  it('reads no statement from a label without a sentence', () => {
    expect(kinds('assistant', 'Decision:')).toEqual([]);
    expect(kinds('assistant', 'Cause: unknown')).toEqual([]);
  });

  it('returns the words by which a sentence was recognised, and the reason', () => {
    const [found] = extractStatements({
      role: 'user',
      text: 'Never cache the token because it changes every hour.',
    });
    expect(found).toMatchObject({ cue: 'never', why: 'it changes every hour.', change: 'plain' });
  });

  it('marks corrections', () => {
    const [found] = extractStatements({ role: 'user', text: 'No, we use port 8080 now.' });
    expect(found).toMatchObject({ change: 'correction' });
  });

  it('reads the assertion of a question that only asks for confirmation', () => {
    expect(texts('user', 'so we want the cache off in CI, right?')).toEqual([
      'so we want the cache off in CI.',
    ]);
  });

  it('reads a complaint in the form of a question as a rule', () => {
    expect(kinds('user', 'Why did you edit the schema without asking me first?')).toEqual(['rule']);
  });

  it('joins a verdict with the sentence that it judges', () => {
    expect(texts('user', 'This stores the key in plain text. That is no good.')).toEqual([
      'This stores the key in plain text. That is no good.',
    ]);
  });

  it.each([
    ['a question', 'Should we always use the second cache?'],
    ['an instruction for only this step', 'Run the tests now and show me the output.'],
    ['an instruction to change something now', 'Please add a /health endpoint now.'],
    ['the beginning of a task', "Let's set up the invoice service."],
    ['an observation', 'We see the same thing on staging.'],
    ['a report of a fault', 'The list shows the wrong items after a reload.'],
    ['a conversation about oneself', "I'll be back in an hour."],
    ['going on', "Great, let's continue with the next one."],
    ['a supposition', 'If we used Redis, the sessions would be shared.'],
    ['code', '```\n// never call this twice\nretry()\n```'],
    ['a quotation', '> We always use tabs in this project.'],
    ['a table', '| always | never use this one |'],
    ['a log', 'Error: the server must always be running\n    at start (server.js:3:1)'],
    ['text that was pasted below', 'I get this error:\nyou must always set the region first'],
    ['text that a client writes', '<command-name>/exit</command-name>'],
    ['an interruption', '[Request interrupted by user for tool use]'],
    [
      'a document',
      '# One\nAlways do this.\n## Two\nNever do that.\n## Three\nWe use Redis for it.',
    ],
    ['shouting', 'DO NOT WRITE ANY CODE OR RUN ANY COMMANDS.'],
  ])('reads nothing from %s', (_what, text) => {
    expect(kinds('user', text)).toEqual([]);
  });
});

describe('text that is not a statement', () => {
  it('a heading about errors does not hide the rules below it', () => {
    const text = 'Error handling:\n\nNever swallow an exception.';
    expect(texts('user', text)).toEqual(['Never swallow an exception.']);
  });

  it.each([
    ['an exception', 'I get this\n** (ArgumentError) cannot invoke def/2 outside module'],
    ['a pasted error', 'Error when I draw a box:\n\nUse an image instead. It got an array.'],
    ['a moment', 'before we go for sdmmc'],
    ['an error in a file', 'app.js:684 Uncaught TypeError: always call (reading "node")'],
    ['an escaped exception', '\\*\\* (ArgumentError) cannot always invoke def/2'],
    ['an error of npm', 'npm error A complete log of it must be found in: /tmp/a.log'],
    ['an uncaught error', 'Uncaught (in promise) never set a header after the response'],
    ['a line of a listing', '  13 | return NextResponse.json( // never cache'],
    ['a question without its mark', 'Do you know why the panel never loads the theme'],
    ['the output of a command', '❯ bun tasks get #1\nStatus for task #001: TODO'],
    [
      'the output after a blank line',
      '(base) ➜ app git:(main) ✗ gst\nOn branch main\n\nNever edit these files by hand.\n  modified: a.ts',
    ],
  ])('%s is not a decision', (_, text) => {
    expect(kinds('user', text)).toEqual([]);
  });

  it('what a person writes below the output of a command is read', () => {
    const text = '❯ bun tasks list\n#001 TODO\n\nalways sort that list by number';
    expect(texts('user', text)).toEqual(['always sort that list by number']);
  });

  it.each([
    'The white box of the zone never disappears on small screens.',
    'The error does not always occur.',
    'That value never gets computed after the setup.',
  ])('always and never in a description are no rule: %s', (text) => {
    expect(kinds('user', text)).not.toContain('rule');
  });

  it('an assistant that sees the problem has not solved it', () => {
    expect(kinds('assistant', 'Perfect! I can see the issue. The box has a max width.')).toEqual(
      [],
    );
    expect(kinds('assistant', 'Perfect! I added the index to the queue table.')).toEqual(['done']);
  });
});

it('the number of an item in a line does not end a sentence', () => {
  const text = 'We should always create two tasks: 1. Define the scope. 2. Plan the work.';
  expect(texts('user', text)[0]).toBe('We should always create two tasks: 1. Define the scope.');
  const limit = 'We always keep the limit at: 5. Never raise it without asking.';
  expect(texts('user', limit)).toContain('Never raise it without asking.');
});

describe('what an assistant says', () => {
  it.each([
    ['The root cause was that the worker never closed its socket.', 'cause'],
    ['Done. The importer skips empty rows.', 'done'],
    ['Yes, the billing service gets its own database.', 'decision'],
    ['All checks pass. The migration is still uncommitted.', 'open'],
    ['Das Problem war ein falscher Pfad im Skript.', 'cause'],
    ['Проблема в том, что файл не найден.', 'cause'],
    ['The memory leak comes from listeners that are never removed.', 'cause'],
    ['The migration has not been run on staging yet.', 'open'],
    ['Remaining work: docs and the changelog.', 'open'],
    ['Understood: we keep cents everywhere and format in the UI.', 'decision'],
    ['Noted: migrations always ship with a rollback script.', 'rule'],
    ['I replaced the polling with server-sent events.', 'done'],
    ['The job runs at 04:00 now.', 'fact'],
    ['The viewer now listens on port 8077.', 'fact'],
  ])('reads "%s" as %s', (text, kind) => {
    expect(kinds('assistant', text)).toContain(kind);
  });

  it('reads nothing from plans, guesses and offers', () => {
    const talk =
      'Let me check the config. The issue is probably the cache. I will fix it now. Would you like me to go on?';
    expect(kinds('assistant', talk)).toEqual([]);
  });

  it('completes a line that announces the cause', () => {
    expect(texts('assistant', 'The problem is:\n- the port is taken by another process')).toEqual([
      'The problem is: the port is taken by another process',
    ]);
  });

  it('keeps its final question as open', () => {
    const text = 'Both ways work. Should we keep the old endpoint or remove it?';
    expect(kinds('assistant', text)).toEqual(['open']);
  });
});

describe('any input', () => {
  it('gives few and short statements, and the same for the same text', () => {
    const piece = fc.constantFrom(
      'never ',
      'we want the ',
      '. ',
      '\n',
      '```',
      '不要',
      'root cause: ',
      '"',
      '?',
      '- ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => {
        for (const role of ['user', 'assistant', 'tool']) {
          const turn = { role, text: parts.join(''), before: parts.join(' ') };
          const found = extractStatements(turn);
          expect(found.length).toBeLessThanOrEqual(12);
          for (const { text } of found) expect(text.length).toBeLessThanOrEqual(900);
          expect(extractStatements(turn)).toEqual(found);
        }
      }),
    );
  });

  it('reads nothing from a megabyte without a line break', () => {
    expect(texts('user', 'never use the cache '.repeat(50_000))).toEqual([]);
    expect(texts('assistant', 'fails because '.repeat(70_000))).toEqual([]);
    expect(texts('user', '['.repeat(1_000_000))).toEqual([]);
  });
});

describe('a sentence that only points at its subject', () => {
  it('includes the sentence before it', () => {
    expect(
      texts('user', 'The new queue drops jobs. It should be replaced by the old one.'),
    ).toContain('The new queue drops jobs. It should be replaced by the old one.');
    expect(texts('user', 'The new queue drops jobs. The worker should be replaced.')).toContain(
      'The worker should be replaced.',
    );
  });

  it('names the person it is about', () => {
    expect(
      texts('user', 'Marta expected less than that. She owns the firmware of the buoys.'),
    ).toContain('Marta expected less than that. She owns the firmware of the buoys.');
  });

  it('continues with a list that states nothing', () => {
    expect(texts('user', 'Write a report. And examples of how it should work.')).toEqual([]);
  });
});

it('does not treat a heading or an announcement of the next step as a decision', () => {
  expect(texts('user', 'Target Users & Use Cases')).toEqual([]);
  expect(texts('user', 'We are going to proceed to execute that plan.')).toEqual([]);
  expect(kinds('user', "We're going to make the fixes in the worktree.")).toEqual(['decision']);
});

it("completes a report of the assistant's work with the line after it", () => {
  expect(
    texts('assistant', 'Created `docs/plan.md` with:\n- a schedule for all five phases'),
  ).toEqual(['Created `docs/plan.md` with: a schedule for all five phases']);
});

it('leaves out the end of a sentence that began on another line', () => {
  expect(
    texts('assistant', 'note the hint is deliberately left out because it never renders).'),
  ).toEqual([]);
});

it('treats the answer to a question as a decision only if it says what to do', () => {
  expect(kinds('assistant', 'Yes, the importer keeps its own queue and never shares it.')).toEqual([
    'decision',
  ]);
  expect(kinds('assistant', 'Yes, the test runner is working correctly on all machines.')).toEqual(
    [],
  );
});

it.each(['The page is fine now.', 'It is 3 now.', 'The tests are green now.'])(
  'an assistant states nothing that lasts with "%s"',
  (text) => {
    expect(kinds('assistant', text)).toEqual([]);
  },
);
