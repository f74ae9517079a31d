/** The documents around candidates, in two reads for any number of candidates: a call costs more than its rows. */
import type { Channel } from '@hookloom/core';
import { docId, sidOfDoc } from '../stores/sqlite/doc-id.ts';
import type { Database } from '../stores/sqlite/driver.ts';
import type { Candidate } from './candidates.ts';

/** Neighbours within this distance become candidates themselves, so theirs must be read too. */
export const NEAR = 3;
export const WIDE = 5;
const REACH = NEAR + WIDE;

/** A document as the windows see it. */
export interface Neighbour {
  id: number;
  type: string;
  actor: string;
  channel: Channel;
  length: number;
  dates: string;
}

export interface Neighbourhood {
  /** Runs of consecutive documents, each of one conversation. */
  runs: Neighbour[][];
  /** Their terms joined by blanks, one line per document in the order of the runs. */
  terms: string;
}

/** Documents of one conversation, from the first to the last. */
interface Stretch {
  stream: number;
  from: number;
  to: number;
}

export function createNeighbourReader(
  db: Database,
): (candidates: readonly Candidate[], asOfSeq: number) => Neighbourhood {
  const before = (reach: number): string =>
    `(SELECT id FROM docs WHERE stream = c.value ->> 0 AND id <= c.value ->> 1 ORDER BY id DESC LIMIT 1 OFFSET ${reach})`;
  const after = (reach: number): string =>
    `(SELECT id FROM docs WHERE stream = c.value ->> 0 AND id > c.value ->> 1 AND id <= c.value ->> 2 ORDER BY id LIMIT 1 OFFSET ${reach - 1})`;
  const ends = db.prepare(
    `SELECT json_group_array(CASE WHEN c.value ->> 3 THEN ${before(REACH)} ELSE ${before(NEAR)} END) AS starts,
     json_group_array(CASE WHEN c.value ->> 3 THEN ${after(REACH)} ELSE ${after(NEAR)} END) AS ends FROM json_each(?) c`,
  );
  const columns = ['id', 'type', 'actor', 'channel', 'len', 'dates'].map(
    (name) => `json_group_array(d.${name}) AS ${name}`,
  );
  const rows = db.prepare(
    `SELECT json_group_array(s.key) AS place, ${columns.join(', ')}, group_concat(d.terms, char(10)) AS terms
     FROM json_each(?) s CROSS JOIN docs d ON d.stream = s.value ->> 0 AND d.id BETWEEN s.value ->> 1 AND s.value ->> 2`,
  );

  return (candidates, asOfSeq) => {
    if (candidates.length === 0) return { runs: [], terms: '' };
    const sorted = candidates.toSorted((a, b) => a.stream - b.stream || a.id - b.id);
    const last = (id: number): number => docId(sidOfDoc(id), asOfSeq);
    const asked = sorted.map(({ stream, id, leads }) => [stream, id, last(id), leads ? 1 : 0]);
    const found = ends.get(JSON.stringify(asked))!;
    const [starts, stops] = [found['starts'], found['ends']].map(
      (list) => JSON.parse(String(list)) as (number | null)[],
    );
    const stretches: Stretch[] = [];
    sorted.forEach(({ stream, id }, i) => {
      // Null: the conversation begins or ends closer than that.
      const from = starts![i] ?? 0;
      const to = stops![i] ?? last(id);
      const open = stretches.at(-1);
      if (open?.stream === stream && from <= open.to) open.to = Math.max(open.to, to);
      else stretches.push({ stream, from, to });
    });
    return read(stretches);
  };

  function read(stretches: readonly Stretch[]): Neighbourhood {
    const found = rows.get(
      JSON.stringify(stretches.map(({ stream, from, to }) => [stream, from, to])),
    )!;
    const list = <T>(name: string): T[] => JSON.parse(String(found[name])) as T[];
    const places = list<number>('place');
    const ids = list<number>('id');
    const types = list<string>('type');
    const actors = list<string>('actor');
    const channels = list<Channel>('channel');
    const lengths = list<number>('len');
    const dates = list<string>('dates');
    const runs = stretches.map((): Neighbour[] => []);
    places.forEach((place, i) =>
      runs[place]!.push({
        id: ids[i]!,
        type: types[i]!,
        actor: actors[i]!,
        channel: channels[i]!,
        length: lengths[i]!,
        dates: dates[i]!,
      }),
    );
    return { runs, terms: String(found['terms']) };
  }
}
