import type { Channel } from '@hookloom/core';
import { cleanText } from './clean-text.ts';
import { isUntrusted } from './fence.ts';
import { whyWithheld, type WithheldReason } from './imperatives.ts';

/** A text that was kept back: where it came from and why, never what it said. */
export interface Withheld {
  channel: Channel;
  reason: WithheldReason;
}

/** Parts what may be shown from what talks to the assistant through an untrusted channel (law 9). */
export function withhold<T>(
  rows: readonly T[],
  read: (row: T) => [channel: Channel, recorded: string],
): { kept: T[]; withheld: Withheld[] } {
  const kept: T[] = [];
  const withheld: Withheld[] = [];
  for (const row of rows) {
    const [channel, recorded] = read(row);
    const reason = isUntrusted(channel) ? whyWithheld(recorded, cleanText(recorded)) : null;
    if (reason === null) kept.push(row);
    else withheld.push({ channel, reason });
  }
  return { kept, withheld };
}
