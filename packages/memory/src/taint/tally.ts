/** Counts small numbers quickly: one byte each, in reused memory. All are zero between two uses. */
export interface Tally {
  /** Counts a number once more, up to 255 times, and returns its count. */
  add(number: number): number;
  of(number: number): number;
  clear(numbers: readonly number[]): void;
}

export function openTally(): Tally {
  let counts = new Uint8Array(1024);
  return {
    add(number) {
      if (number >= counts.length) {
        const larger = new Uint8Array(2 * number);
        larger.set(counts);
        counts = larger;
      }
      return ++counts[number]!;
    },
    of: (number) => counts[number] ?? 0,
    clear(numbers) {
      for (const number of numbers) counts[number] = 0;
    },
  };
}
