/**
 * What `work` returns, or `otherwise` if it throws. For failures that are normal in a healthy system, such as a missing
 * file.
 *
 * @example attempt(() => readFileSync(file, 'utf8'), null)
 */
export function attempt<T, const O>(work: () => T, otherwise: O): T | O {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** For work whose failure does not matter because the essential part is done. Give the reason at the call. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The caller gives the reason.
  }
}
