/** Decides from the memory at the head of the log, and appends only if nothing was appended meanwhile. */
import { byOperation, type AppendResult, type UnsealedEvent } from '@hookloom/core/events';
import { isHookloomError } from '@hookloom/core';
import type { OperationContext } from './context.ts';

export interface Decided<T> {
  /** One atomic batch. Empty if there is nothing to record. */
  events: readonly UnsealedEvent[];
  answer(results: readonly AppendResult[]): T;
}

/** Another process may append between the read and the write. */
const ATTEMPTS = 8;

/** @param decide Gets the seq of the head, 0 for an empty log. May throw to refuse, before anything is written. */
export async function appendAtHead<T>(
  { store }: Pick<OperationContext, 'store'>,
  session: string,
  decide: (seq: number) => Promise<Decided<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const head = await store.head(session);
    const { events, answer } = await decide(head?.seq ?? 0);
    if (events.length === 0) return answer([]);
    try {
      const results = await store.append(
        session,
        events.map((event) => byOperation(event)),
        { durability: 'fsync', expectHead: head?.hash ?? null },
      );
      return answer(results);
    } catch (error) {
      const isRaced = isHookloomError(error) && error.code === 'conflict';
      if (!isRaced || attempt === ATTEMPTS) throw error;
    }
  }
}
