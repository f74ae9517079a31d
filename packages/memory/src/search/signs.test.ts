import type { Channel } from '@hookloom/core/events';
import { expect, it } from 'vitest';
import type { FactHit, SearchRequest, SearchResult, SourceHit } from '../rows.ts';
import { readAgain } from './signs.ts';

const ask = (query: string): SearchRequest => ({ query, sessions: ['s'], limit: 10 });
const SCORED = { score: 3, parts: { own: 3 }, coverage: 0, similarity: 0.3 };
let seq = 0;

interface Told {
  content: string;
  actor?: string;
  channel?: Channel;
  eventType?: string;
}

function rowOf({ content, actor = 'assistant', channel = 'model', eventType }: Told) {
  return { session: 's', seq: ++seq, content, actor, channel, eventType };
}

function turn(content: string): SourceHit {
  const source = rowOf({ content, eventType: 'transcript.turn' });
  return { ...SCORED, lane: 'verbatim', source } as unknown as SourceHit;
}

function statement(content: string): FactHit {
  const row = rowOf({ content, eventType: 'transcript.turn' });
  const fact = { ...row, entityType: 'decision', properties: { speaker: 'assistant' } };
  return { ...SCORED, lane: 'graph', fact } as unknown as FactHit;
}

const done = (content: string): FactHit => {
  const hit = statement(content);
  return { ...hit, fact: { ...hit.fact, entityType: 'done' } };
};

function call(content: string): FactHit {
  const row = rowOf({ content, actor: 'tool', channel: 'tool', eventType: 'tool.call.completed' });
  const fact = { ...row, entityType: 'tool_call', properties: {} };
  return { ...SCORED, lane: 'graph', fact } as unknown as FactHit;
}

const found = (facts: FactHit[], sources: SourceHit[]): SearchResult => ({
  facts,
  sources,
  terms: [],
  degraded: [],
});

const TURNS = ['It is a large file.', 'The page looks good now.', 'Four of them are left.'];
const partOf = (hit: FactHit | SourceHit, name: string): number => hit.parts[name] ?? 0;

it('ranks a statement above other rows with the same similarity', () => {
  const { facts, sources } = readAgain(
    ask('Where does the session state live?'),
    found([statement('We keep the session state in Redis.')], TURNS.map(turn)),
  );
  expect(facts[0]!.score).toBeGreaterThan(sources[0]!.score);
  expect(partOf(facts[0]!, 'stated')).toBeGreaterThan(0);
});

it('does not raise statements if most rows are statements', () => {
  const { facts } = readAgain(
    ask('Where does the session state live?'),
    found([statement('We keep it in Redis.'), statement('We deploy on Mondays.')], [turn('Yes.')]),
  );
  expect(partOf(facts[0]!, 'stated')).toBe(0);
});

it('ranks a call without a word of the question below what was said', () => {
  const { facts, sources } = readAgain(
    ask('Where does the session state live?'),
    found([call('Tool Edit ok.')], TURNS.map(turn)),
  );
  expect(facts[0]!.score).toBeLessThan(sources[0]!.score);
});

it('does not lower a call if the question asks what was run, or shares words with it', () => {
  const asked = readAgain(
    ask('Which command was run?'),
    found([call('Tool Edit ok.')], TURNS.map(turn)),
  );
  expect(partOf(asked.facts[0]!, 'record')).toBe(0);
  const shares = { ...call('Tool Edit ok. On: session-state.ts.'), coverage: 0.6 };
  const { facts } = readAgain(
    ask('Where does the session state live?'),
    found([shares], TURNS.map(turn)),
  );
  expect(partOf(facts[0]!, 'record')).toBe(0);
});

it('does not change the order by words if nothing was compared by meaning', () => {
  const byWords = <T extends FactHit | SourceHit>(hit: T): T => {
    const plain = { ...hit };
    delete plain.similarity;
    return plain;
  };
  const { facts } = readAgain(
    ask('Where does the session state live?'),
    found(
      [statement('In Redis.'), call('Tool Edit ok.')].map(byWords),
      TURNS.map(turn).map(byWords),
    ),
  );
  for (const hit of facts) expect(partOf(hit, 'stated') + partOf(hit, 'record')).toBe(0);
});

it('ranks the second statement of an event below another event', () => {
  const first = statement('We moved to Redis.');
  const second = statement('The old table is gone.');
  const other = { ...statement('Sessions expire after an hour.'), score: 2.8 };
  second.fact.seq = first.fact.seq;
  const { facts } = readAgain(
    ask('Where does the session state live?'),
    found([first, second, other], TURNS.map(turn)),
  );
  expect(facts.map(({ fact }) => fact.content)).toEqual([
    'We moved to Redis.',
    'Sessions expire after an hour.',
    'The old table is gone.',
  ]);
});

it('ranks a decision above a report if the question asks how something should be', () => {
  const rows = () => [
    done('Committed as "Compare due dates".'),
    statement('Due dates are calendar days in UTC.'),
  ];
  const first = (query: string) =>
    readAgain(ask(query), found(rows(), TURNS.map(turn))).facts[0]!.fact.content;
  expect(first('How should due dates be compared?')).toBe('Due dates are calendar days in UTC.');
  expect(first('How are due dates compared?')).toBe('Committed as "Compare due dates".');
});
