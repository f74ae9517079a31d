/** Documents around others. */
import type { Neighbours } from '../port.ts';
import type { Client } from './client.ts';

export function openNeighbours(client: Client): Neighbours {
  return {
    placed: (ids) =>
      client
        .read(
          `SELECT d.id, d.stream, d.channel FROM unnest($1::bigint[]) WITH ORDINALITY AS j(id, at)
           JOIN docs d ON d.id = j.id ORDER BY j.at`,
          [ids],
        )
        .map((row) => ({
          id: Number(row['id']),
          stream: Number(row['stream']),
          channel: String(row['channel']),
        })),
    ends(places, { near, leading }) {
      const rows = client.read(
        `SELECT (SELECT id FROM docs WHERE stream = c.stream AND id <= c.id ORDER BY id DESC LIMIT 1 OFFSET c.reach) AS start,
         (SELECT id FROM docs WHERE stream = c.stream AND id > c.id AND id <= c.last ORDER BY id LIMIT 1 OFFSET c.reach - 1) AS stop
         FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS c(stream, id, last, reach, at) ORDER BY c.at`,
        [
          places.map(({ stream }) => stream),
          places.map(({ id }) => id),
          places.map(({ last }) => last),
          places.map(({ leads }) => (leads ? leading : near)),
        ],
      );
      const read = (name: string) =>
        rows.map((row) => (row[name] === null ? null : Number(row[name])));
      return { starts: read('start'), ends: read('stop') };
    },
    rows(stretches) {
      const rows = client.read(
        `SELECT s.at - 1 AS place, d.id, d.type, d.actor, d.channel, d.len, d.dates, d.terms
         FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS s(stream, first, last, at)
         JOIN docs d ON d.stream = s.stream AND d.id BETWEEN s.first AND s.last ORDER BY s.at, d.id`,
        [
          stretches.map(({ stream }) => stream),
          stretches.map(({ from }) => from),
          stretches.map(({ to }) => to),
        ],
      );
      const texts = (name: string) => rows.map((row) => String(row[name]));
      const numbers = (name: string) => rows.map((row) => Number(row[name]));
      return {
        places: numbers('place'),
        ids: numbers('id'),
        types: texts('type'),
        actors: texts('actor'),
        channels: texts('channel'),
        lengths: numbers('len'),
        dates: texts('dates'),
        terms: texts('terms').join('\n'),
      };
    },
  };
}
