/** Rows that other writers of a team shared: their author, and which lines of their files were refused. */
import { isSharedSession } from '@hookloom/core';
import type { UnavailableEvent } from '@hookloom/core/events';
import type { Candidate } from './candidate.ts';
import { showName } from '../shown/lanes.ts';

/** Null for a row of this memory. */
export function authorOf({ session, actor }: Pick<Candidate, 'session' | 'actor'>): string | null {
  return isSharedSession(session) ? showName(actor) : null;
}

/** One sentence for all refused lines, so that no writer can fill an answer with them. */
export function refusedNotice(refused: readonly UnavailableEvent[]): string[] {
  const [first] = refused;
  if (first === undefined) return [];
  const isTeam = first.session.startsWith('team-');
  const file = isTeam ? first.session : `writers/${first.session.replace('share-', '')}.jsonl`;
  const command = isTeam ? 'hookloom sync' : 'hookloom share status';
  const others = refused.length === 1 ? '' : ` and ${refused.length - 1} more`;
  return [
    `Shared memory: event ${first.seq} of ${file}${others} is refused: ${first.detail}. Run \`${command}\`.`,
  ];
}
