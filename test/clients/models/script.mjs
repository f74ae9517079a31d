// The answers of a stand-in model: threads of turns, used one after another.
//
//   script = { threads: [{ name, match?, turns }], summary? }
//   turn   = { text?, calls?, inputTokens?, error?, before?, again? }, or a function of the request that returns one
//
// A call uses the names of the client's own API (see clients/*.mjs). The first thread whose `match` fits the user's
// text gets the request; the one without `match` gets all others. `before` runs before the answer is sent: a scenario
// uses it to act while the client waits. `again` repeats the turn: the next request gets it once more.
import { randomBytes } from 'node:crypto';

/** The text of a compaction, which no thread answers. */
export const SUMMARY = 'STAND-IN-SUMMARY: the user asked for a demonstration.';

/** Returns the turns of a script in order. */
export function scriptReader(script) {
  const taken = new Map();
  return async (entry, said) => {
    const thread =
      script.threads.find(({ match }) => match?.(said, entry.body)) ??
      script.threads.find(({ match }) => match === undefined);
    const index = taken.get(thread) ?? 0;
    taken.set(thread, index + 1);
    entry.kind = 'thread';
    entry.thread = thread?.name;
    entry.turn = index;
    const turn = thread?.turns[index] ?? { text: 'done' };
    const made = typeof turn === 'function' ? await turn(entry) : turn;
    if (made.again) taken.set(thread, index);
    await made.before?.(entry);
    return made;
  };
}

export const newId = (prefix) => `${prefix}${randomBytes(12).toString('hex')}`;

/** All strings in a JSON value, one per line: the text of a request, whatever its form. */
export function allText(value) {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(allText).join('\n');
  if (typeof value === 'object' && value !== null)
    return Object.values(value).map(allText).join('\n');
  return '';
}
