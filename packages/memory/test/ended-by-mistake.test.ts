/** What later turns of a conversation end, and what they must not change. */
import { createMemoryStore } from '@hookloom/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '@hookloom/core/events';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';
import { STATEMENT_KINDS } from '../src/statements/statement.ts';

let store: EventStore;
let memory: Memory;
beforeEach(async () => {
  store = createMemoryStore();
  memory = await openMemory({ file: ':memory:', store });
});
afterEach(() => memory.close());

/** Each line is a turn: "u: " of the person, "a: " of the assistant; "2u: " in a second conversation. */
async function holdingAfter(...lines: string[]): Promise<string[]> {
  await store.append(
    's',
    lines.map((line) => {
      const [, second = '', who, content] = /^(2?)([ua]): (.*)$/.exec(line)!;
      const role = who === 'u' ? 'user' : 'assistant';
      const session = `c${second}`;
      return {
        type: 'transcript.turn',
        actorId: role,
        payload: { role, content: content!, session_id: session },
        origin: {
          channel: role === 'user' ? ('user' as const) : ('model' as const),
          session_id: session,
        },
      };
    }),
  );
  const rows = await memory.facts({ sessions: ['s'], types: [...STATEMENT_KINDS], limit: 100 });
  return rows.toSorted((a, b) => a.seq - b.seq).map(({ content }) => content);
}

describe('a question of the assistant', () => {
  const question = 'Should we keep the old queue, or move all jobs to the new one?';

  it('is open until the person says something', async () => {
    expect(await holdingAfter(`a: ${question}`)).toEqual([question]);
    expect(await holdingAfter('u: go with the second one, and be quick')).not.toContain(question);
  });

  it.each([
    ['the person asks back', 'u: What does the old queue cost?'],
    ['the client writes in their place', 'u: <command-name>/exit</command-name>'],
    ['they talk in another conversation', '2u: The login page needs a new logo.'],
  ])('stays open while %s', async (_, line) => {
    expect(await holdingAfter(`a: ${question}`, line)).toContain(question);
  });
});

describe('an earlier statement', () => {
  it.each([
    ['We stop after each phase, working from phase one to five.', 'That is NOT working.'],
    ["Let's keep the importer that is good for large files.", "That's no good."],
    ['ok I dropped the feature branch and started over.', 'ok but now this page has none of it.'],
    ['The reports will be used to plan the next file.', 'The file was renamed successfully.'],
    [
      'Instead of a name, update the start command to take a task id and look up its details.',
      'Instead, update the workflow document to hold this, but much shorter.',
    ],
  ])('"%s" is not ended by "%s"', async (older, newer) => {
    expect(await holdingAfter(`u: ${older}`, `u: ${newer}`)).toContain(older);
  });

  it.each([
    ['We use Redis for the sessions.', 'We renamed it: no Redis for the sessions.'],
    ['We use the importer for large files.', "We don't use the importer any more."],
  ])('"%s" is ended by "%s"', async (older, newer) => {
    expect(await holdingAfter(`u: ${older}`, `u: ${newer}`)).not.toContain(older);
  });
});

it('a time alone is not a statement', async () => {
  expect(await holdingAfter('u: This week.')).toEqual([]);
});

describe('a value that a person changes in a few words', () => {
  it('replaces the previous value', async () => {
    expect(
      await holdingAfter(
        'u: keep 90 days of readings, older ones get averaged per hour',
        'a: I keep them now.',
        'u: hmm actually make that 180 days, disk is big enough',
      ),
    ).toEqual(['keep 180 days of readings, older ones get averaged per hour']);
  });

  it('keeps a value with another unit', async () => {
    const kept = 'keep 90 days of readings, older ones get averaged per hour';
    expect(await holdingAfter(`u: ${kept}`, 'a: Done.', 'u: make it 3 columns please')).toContain(
      kept,
    );
  });

  it('ends statements that name the old value', async () => {
    expect(
      await holdingAfter(
        'a: Done: the page is served on port 8090.',
        'u: port 8090 is taken, use 8077',
      ),
    ).toEqual(['port 8090 is taken, use 8077']);
    expect(await holdingAfter('u: the year 2025 is over, use 2026')).toHaveLength(2);
  });
});

describe('work that a person put off', () => {
  const open = 'tomorrow: a little web page with graphs.';
  it('ends with the report on it', async () => {
    const begun = [`u: ${open}`, "2u: let's do the web page now"] as const;
    expect(await holdingAfter(...begun, '2a: Which colours do you want?')).toContain(open);
    expect(await holdingAfter('2a: Done: the page is in web/index.html.')).not.toContain(open);
  });

  it('stays open after a report on something else', async () => {
    expect(
      await holdingAfter(`u: ${open}`, "2u: let's fix the alerts first", '2a: Fixed.'),
    ).toContain(open);
  });
});
