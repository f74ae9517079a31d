/** Counts small numbers quickly: one byte each, in reused memory. All are zero between two uses. */
export function openTally() {
  let counts = new Uint8Array(1024);
  return {
    /** Counts a number once more, up to 255 times, and returns its count. */
    add(number: number) {
      if (number >= counts.length) {
        const larger = new Uint8Array(2 * number);
        larger.set(counts);
        counts = larger;
      }
      return ++counts[number]!;
    },
    of: (number: number) => counts[number] ?? 0,
    clear(numbers: readonly number[]) {
      for (const number of numbers) counts[number] = 0;
    },
  };
}
