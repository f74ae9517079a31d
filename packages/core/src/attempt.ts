/**
 * What `work` returns, or `otherwise` if it throws. For what fails in a healthy system, such as a file that is not there.
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

/** For work whose failure must not count, because what matters is done. Say at the call why. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The caller says why.
  }
}
