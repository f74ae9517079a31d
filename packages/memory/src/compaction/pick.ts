/** Selects the events that represent a window. Uses total orders, so that the same window gives the same events. */
import type { StoredEvent } from '@hookloom/core/events';

interface Picked {
  event: StoredEvent;
  score: number;
  standsFor: number;
}

/** Above this similarity, two events count as the same. */
const SAME = 0.8;
/** How much a reader wants to see an event of this type. */
const WORTH: Readonly<Record<string, number>> = {
  'goal.created': 1,
  'decision.made': 1,
  'handoff.created': 0.95,
  'issue.diagnosed': 0.9,
  'verification.recorded': 0.85,
  'user.preference_changed': 0.85,
  'task.completed': 0.8,
  'subagent.cleaned': 0.75,
  'task.proposed': 0.7,
  'compaction.completed': 0.6,
  'transcript.turn': 0.5,
  'file.edit.applied': 0.4,
  'command.completed': 0.35,
};
const OTHER_WORTH = 0.3;
const PURPOSE_SHARE = 0.5;

/** For each type in turn, most frequent first, the event whose words are most typical of its type. */
export function pickMedoids(
  said: readonly EventText[],
  purpose: ReadonlySet<string>,
  count: number,
): Picked[] {
  const byType = new Map<string, EventText[]>();
  for (const one of said) {
    const group = byType.get(one.event.type);
    if (group === undefined) byType.set(one.event.type, [one]);
    else group.push(one);
  }
  const queues = [...byType.values()]
    .sort((a, b) => b.length - a.length || (a[0]!.event.type < b[0]!.event.type ? -1 : 1))
    .map((group) => ({ size: group.length, ranked: byCentrality(group, purpose) }));
  const picked: { said: EventText; score: number; standsFor: number }[] = [];
  for (let round = 0; picked.length < count; round++) {
    const before = picked.length;
    for (const { size, ranked } of queues) {
      if (picked.length === count) break;
      const next = ranked.find(({ said: one }) =>
        picked.every((other) => !isSame(other.said, one)),
      );
      if (next !== undefined) picked.push({ ...next, standsFor: size });
    }
    if (picked.length === before) break;
  }
  return inOrder(picked);
}

/** The most informative events: decisions before observations, then what matches the purpose, newest first. */
export function pickExemplars(
  said: readonly EventText[],
  purpose: ReadonlySet<string>,
  count: number,
): Picked[] {
  const sizes = new Map<string, number>();
  for (const { event } of said) sizes.set(event.type, (sizes.get(event.type) ?? 0) + 1);
  const ranked = said
    .map((one) => ({
      said: one,
      score: (WORTH[one.event.type] ?? OTHER_WORTH) * fitting(one, purpose),
      standsFor: sizes.get(one.event.type)!,
    }))
    .sort((a, b) => b.score - a.score || b.said.event.seq - a.said.event.seq);
  const picked: typeof ranked = [];
  for (const one of ranked) {
    if (picked.length === count) break;
    if (picked.every((other) => !isSame(other.said, one.said))) picked.push(one);
  }
  return inOrder(picked);
}

/** The mean share of the group that uses each of its words. Favours neither long nor short texts. */
function byCentrality(group: EventText[], purpose: ReadonlySet<string>) {
  const users = new Map<string, number>();
  for (const { words } of group)
    for (const word of words) users.set(word, (users.get(word) ?? 0) + 1);
  return group
    .map((said) => {
      let sum = 0;
      for (const word of said.words) sum += users.get(word)! / group.length;
      // The square root favours an event that says more over one that only repeats what all say.
      return {
        said,
        score: (sum / Math.sqrt(Math.max(1, said.words.size))) * fitting(said, purpose),
      };
    })
    .sort((a, b) => b.score - a.score || b.said.event.seq - a.said.event.seq);
}

function fitting({ words }: EventText, purpose: ReadonlySet<string>): number {
  if (purpose.size === 0) return 1;
  let shared = 0;
  for (const word of purpose) if (words.has(word)) shared++;
  return 1 + (PURPOSE_SHARE * shared) / purpose.size;
}

function isSame(a: EventText, b: EventText): boolean {
  if (a === b) return true;
  let shared = 0;
  for (const word of a.words) if (b.words.has(word)) shared++;
  return shared / Math.max(1, a.words.size + b.words.size - shared) >= SAME;
}

function inOrder(
  picked: readonly { said: EventText; score: number; standsFor: number }[],
): Picked[] {
  return picked
    .map(({ said, score, standsFor }) => ({ event: said.event, score, standsFor }))
    .sort((a, b) => a.event.seq - b.event.seq);
}

/** An event with its content. */
export interface EventText {
  event: StoredEvent;
  text: string;
  words: ReadonlySet<string>;
}
