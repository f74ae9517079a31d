// Judges the history by reading files and tables itself: it shares no code with the log or the store.
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The hash of a line, by RFC 8785 and SHA-256 over the event and the hash before it. */
function hashOf({ integrity, ...event }) {
  const text = canonicalize({ event, previousHash: integrity.previousHash });
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Faults of a chain of `{ seq, hash, previousHash, line }`; a null line is a place whose content was kept back. */
export function chainFaults(name, places) {
  const faults = [];
  const ids = new Set();
  let before = { seq: 0, hash: null };
  for (const { seq, hash, previousHash, line } of places) {
    if (seq !== before.seq + 1) faults.push(`${name}: ${seq} follows ${before.seq}`);
    if (previousHash !== before.hash) faults.push(`${name}: ${seq} links to another event`);
    before = { seq, hash };
    if (line === null) continue;
    const event = JSON.parse(line);
    if (event.integrity.seq !== seq || event.integrity.hash !== hash || hashOf(event) !== hash)
      faults.push(`${name}: ${seq} does not give its hash`);
    if (ids.has(event.id)) faults.push(`${name}: ${event.id} is there twice`);
    ids.add(event.id);
  }
  return faults;
}

export function placesOf(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { seq, hash, previousHash } = JSON.parse(line).integrity;
      return { seq, hash, previousHash, line };
    });
}

/**
 * @param history In order: `{ kind: 'acknowledged', log, seq, hash }` for what a machine or the store confirmed, with
 *   `in: 'machine' | 'store'`, and `{ kind: 'read', reader, log, seq, hash }` for what a reader saw as the last event.
 * @param machines The text of each log by name. @param store The rows of each log by name, and its head.
 */
export function judge({ history, machines, store }) {
  const faults = [];
  for (const [log, text] of Object.entries(machines)) {
    const own = placesOf(text);
    const { rows = [], head } = store[log] ?? {};
    faults.push(...chainFaults(`machine ${log}`, own), ...chainFaults(`store ${log}`, rows));
    if (rows.length !== own.length)
      faults.push(`${log}: ${own.length} events here, ${rows.length} in the store`);
    for (const [at, { line, hash }] of rows.entries())
      if (own[at]?.hash !== hash || (line !== null && own[at]?.line !== line))
        faults.push(`${log}: event ${at + 1} of the store is another one`);
    if (rows.length > 0 && (head?.seq !== rows.length || head.hash !== rows.at(-1).hash))
      faults.push(`${log}: the head in the store is not its last event`);
  }
  const seen = new Map();
  const counts = { acknowledged: 0, read: 0 };
  for (const { kind, log, in: where, reader, seq, hash } of history) {
    counts[kind]++;
    const place =
      where === 'machine' ? placesCached(machines, log)[seq - 1] : store[log]?.rows?.[seq - 1];
    if (place?.hash !== hash)
      faults.push(`${log}: ${kind} event ${seq} is lost (${where ?? reader})`);
    if (kind !== 'read') continue;
    const key = `${reader} ${log}`;
    if (seq < (seen.get(key) ?? 0)) faults.push(`${reader} saw ${log} go back to ${seq}`);
    seen.set(key, seq);
  }
  return { faults, ...counts };
}

const cache = new Map();
function placesCached(machines, log) {
  if (cache.get(log)?.text !== machines[log])
    cache.set(log, { text: machines[log], places: placesOf(machines[log]) });
  return cache.get(log).places;
}
