/** Reads single keys from a terminal, without Enter. */
import type { CommandContext } from '../command/context.ts';

type Keyboard = CommandContext['stdin'] & { setRawMode?(isRaw: boolean): unknown };

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

export interface KeyInput {
  /** The next key in lower case; null at the end of the input. */
  next(): Promise<string | null>;
  /** Discards keys that were typed ahead. */
  clear(): void;
}

export function openKeys(stdin: Keyboard): KeyInput {
  let ahead: string[] = [];
  return {
    async next() {
      ahead = ahead.length > 0 ? ahead : await readKeys(stdin);
      const key = ahead.shift();
      return key === undefined || key === CTRL_C || key === CTRL_D ? null : key.toLowerCase();
    },
    clear() {
      ahead = [];
    },
  };
}

/** Empty at the end of the input. */
async function readKeys(stdin: Keyboard): Promise<string[]> {
  stdin.setRawMode?.(true);
  try {
    return await new Promise<string[]>((resolve) => {
      const onData = (chunk: Buffer | string): void => done([...String(chunk)]);
      const onEnd = (): void => done([]);
      function done(keys: string[]): void {
        stdin.off('data', onData).off('end', onEnd).pause();
        resolve(keys);
      }
      stdin.on('data', onData).on('end', onEnd).resume();
    });
  } finally {
    stdin.setRawMode?.(false);
  }
}
