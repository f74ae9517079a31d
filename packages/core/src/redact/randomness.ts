/** Distinguishes random characters from written ones: words, names, versions and dates consist of common pairs. */

/** For each letter from a to z the letters that often follow it in English and in code (96 of 100 pairs): a bit each, base 36. */
const FOLLOWERS =
  'yv1ek 1qmn6 2d4q2 1qlve 12pcse 21ug2 1qyoy st2a 1hlxby b8kg b8yo opycy 1mhba oqcqi 9ws0u mdoaa 18y68 ow5bu m80oq me7i2 15d6m ppe hxcy nw2w dp1c pb4';
const LOOKED_AT = 128;

let common: number[] | undefined;

/**
 * True for at least four uncommon neighbours that are three of ten: text drawn at random from 8 characters on.
 *
 * @example isRandom('x7Kp2mQ9Zt') && !isRandom('getUserProfileById') && !isRandom('2026-11-21T06:00:00Z')
 */
export function isRandom(text: string): boolean {
  common ??= ` ${FOLLOWERS}`.split(' ').map((bits) => Number.parseInt(bits, 36));
  let pairs = 0;
  let uncommon = 0;
  let last = 0;
  const end = Math.min(text.length, LOOKED_AT);
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    // 1 to 26 for a letter, 32 for a digit, 0 for a separator.
    const kind =
      code >= 48 && code <= 57 ? 32 : (code | 32) >= 97 && (code | 32) <= 122 ? code & 31 : 0;
    // Adjacent digits prove nothing, because dates and counters have them too.
    if (last > 0 && kind > 0 && (last & kind) < 32) {
      pairs++;
      if ((last === 32) !== (kind === 32) || (kind < 32 && ((common[last]! >> kind) & 1) === 0))
        uncommon++;
    }
    last = kind;
  }
  return uncommon >= 4 && uncommon >= pairs * 0.3;
}
