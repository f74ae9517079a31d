/** Documents around others. A call of SQLite costs more than its rows, so each answer is one row of lists. */
import type { NeighbourRows, Neighbours } from '../port.ts';
import type { SqliteDatabase } from './driver.ts';

export function openNeighbours(db: SqliteDatabase): Neighbours {
  const columns = ['id', 'type', 'actor', 'channel', 'len', 'dates'].map(
    (name) => `json_group_array(d.${name}) AS ${name}`,
  );
  const rows = db.prepare(
    `SELECT json_group_array(s.key) AS place, ${columns.join(', ')}, group_concat(d.terms, char(10)) AS terms
     FROM json_each(?) s CROSS JOIN docs d ON d.stream = s.value ->> 0 AND d.id BETWEEN s.value ->> 1 AND s.value ->> 2`,
  );
  const places = db.prepare(
    `SELECT json_group_array(d.id) AS ids, json_group_array(d.stream) AS streams, json_group_array(d.channel) AS channels
     FROM json_each(?) j CROSS JOIN docs d ON d.id = j.value`,
  );
  const before = (reach: string): string =>
    `(SELECT id FROM docs WHERE stream = c.value ->> 0 AND id <= c.value ->> 1 ORDER BY id DESC LIMIT 1 OFFSET ${reach})`;
  const after = (reach: string): string =>
    `(SELECT id FROM docs WHERE stream = c.value ->> 0 AND id > c.value ->> 1 AND id <= c.value ->> 2 ORDER BY id LIMIT 1 OFFSET ${reach} - 1)`;
  const ends = db.prepare(
    `SELECT json_group_array(CASE WHEN c.value ->> 3 THEN ${before('?3')} ELSE ${before('?2')} END) AS starts,
     json_group_array(CASE WHEN c.value ->> 3 THEN ${after('?3')} ELSE ${after('?2')} END) AS ends FROM json_each(?1) c`,
  );

  return {
    placed(ids) {
      const found = places.get(JSON.stringify(ids))!;
      const list = <T>(name: string): T[] => JSON.parse(String(found[name])) as T[];
      const [streams, channels] = [list<number>('streams'), list<string>('channels')];
      return list<number>('ids').map((id, at) => ({
        id,
        stream: streams[at]!,
        channel: channels[at]!,
      }));
    },
    ends(asked, { near, leading }) {
      const list = asked.map(({ stream, id, last, leads }) => [stream, id, last, leads ? 1 : 0]);
      const found = ends.get(JSON.stringify(list), near, leading)!;
      const read = (name: string) => JSON.parse(String(found[name])) as (number | null)[];
      return { starts: read('starts'), ends: read('ends') };
    },
    rows(stretches): NeighbourRows {
      const found = rows.get(
        JSON.stringify(stretches.map(({ stream, from, to }) => [stream, from, to])),
      )!;
      const list = <T>(name: string): T[] => JSON.parse(String(found[name])) as T[];
      return {
        places: list<number>('place'),
        ids: list<number>('id'),
        types: list<string>('type'),
        actors: list<string>('actor'),
        channels: list<string>('channel'),
        lengths: list<number>('len'),
        dates: list<string>('dates'),
        terms: String(found['terms']),
      };
    },
  };
}
