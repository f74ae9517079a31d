/** The documents around candidates, in two reads for any number of candidates. */
import type { Channel } from '@hookloom/core/events';
import { docId, sidOfDoc } from '../store/doc-id.ts';
import type { Database, Stretch } from '../store/port.ts';
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

export function createNeighbourReader({
  neighbours,
}: Database): (candidates: readonly Candidate[], asOfSeq: number) => Neighbourhood {
  return (candidates, asOfSeq) => {
    if (candidates.length === 0) return { runs: [], terms: '' };
    const sorted = candidates.toSorted((a, b) => a.stream - b.stream || a.id - b.id);
    const last = (id: number): number => docId(sidOfDoc(id), asOfSeq);
    const { starts, ends } = neighbours.ends(
      sorted.map(({ stream, id, leads }) => ({ stream, id, last: last(id), leads })),
      { near: NEAR, leading: REACH },
    );
    const stretches: Stretch[] = [];
    sorted.forEach(({ stream, id }, i) => {
      // Null: the conversation begins or ends closer than that.
      const from = starts[i] ?? 0;
      const to = ends[i] ?? last(id);
      const open = stretches.at(-1);
      if (open?.stream === stream && from <= open.to) open.to = Math.max(open.to, to);
      else stretches.push({ stream, from, to });
    });
    return read(stretches);
  };

  function read(stretches: readonly Stretch[]): Neighbourhood {
    const { places, ids, types, actors, channels, lengths, dates, terms } =
      neighbours.rows(stretches);
    const runs = stretches.map((): Neighbour[] => []);
    places.forEach((place, i) =>
      runs[place]!.push({
        id: ids[i]!,
        type: types[i]!,
        actor: actors[i]!,
        channel: channels[i] as Channel,
        length: lengths[i]!,
        dates: dates[i]!,
      }),
    );
    return { runs, terms };
  }
}
