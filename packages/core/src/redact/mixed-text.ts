const MIXED = /[a-z]\d|\d[a-z]|\w[!@#$%^&?+]\w/i;

/** Text beside a name is a secret only if it mixes letters and digits; most prose is rejected here. */
export function isMixedSoon(text: string): boolean {
  return MIXED.test(text);
}
