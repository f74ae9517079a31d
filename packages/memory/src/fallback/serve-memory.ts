/** The thread of a memory: it answers the calls of `openMemoryThread` from the memory that it opens. */
import type { MessagePort } from 'node:worker_threads';
import type { UnavailableEvent } from '@hookloom/core/events';
import { isHookloomError } from '@hookloom/core';
import type { Memory } from '../memory.ts';
import { ProjectionError } from '../store/postgres/projection-error.ts';

/** Parts of a memory with their own methods. The memory itself has the name ''. */
export const PARTS = ['', 'notes', 'noteQueue', 'vectors'] as const;
export type Part = (typeof PARTS)[number];

export interface Call {
  id: number;
  part: Part;
  method: string;
  given: unknown[];
}

export type Answer = { id: number; gaps: UnavailableEvent[] } & ({ value: unknown } | Failure);

export type Failure = ReturnType<typeof failureOf>;

/** The methods of each part, sent when the memory is open. */
export type Shape = Partial<Record<Part, string[]>>;

type Methods = Record<string, (...given: unknown[]) => Promise<unknown>>;

/** @param open Opens the memory and reports what its log lacks. Without calls nothing of it keeps the process alive. */
export async function serveMemory(
  port: MessagePort,
  open: (onGaps: (gaps: readonly UnavailableEvent[]) => void) => Promise<Memory>,
): Promise<void> {
  let gaps: UnavailableEvent[] = [];
  async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
    const told = await work().then((value) => ({ value }), failureOf);
    const sent: Answer = { id, gaps: gaps.splice(0), ...told };
    port.postMessage(sent);
  }
  let memory: Memory | null = null;
  await answer(0, async () => {
    memory = await open((found) => void gaps.push(...found));
    return shapeOf(memory);
  });
  port.on('message', ({ id, part, method, given }: Call) => {
    void answer(id, () => {
      const of = part === '' ? memory : memory?.[part];
      return (of as unknown as Methods)[method]!(...given);
    });
  });
}

/** A function that runs on either side, and one whose result contains functions. */
const NOT_CALLED: ReadonlySet<string> = new Set(['isQuoted', 'snapshot']);

function shapeOf(memory: Memory): Shape {
  const shape: Shape = {};
  for (const part of PARTS) {
    const of: object | null = part === '' ? memory : memory[part];
    if (of === null) continue;
    shape[part] = Object.entries(of).flatMap(([name, one]) =>
      typeof one === 'function' && !NOT_CALLED.has(name) ? [name] : [],
    );
  }
  return shape;
}

function failureOf(error: unknown) {
  return {
    message: error instanceof Error ? error.message : String(error),
    /** Of a `HookloomError`. */
    words: isHookloomError(error) ? { code: error.code, remediation: error.remediation } : null,
    /** Of an error of the database. */
    sqlState: error instanceof ProjectionError ? error.sqlState : null,
  };
}
