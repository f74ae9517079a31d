/**
 * Tells from the bytes of a canonical line, without parsing it, whether the line may contain a value of the gate. It
 * reads the letters and digits that `compactText` would keep, so it never misses a value; it ignores where words end,
 * so a line that it finds still has to be compared.
 */
import { compactText } from '../gate/compact-text.ts';
import type { GateValue } from '../gate/gate-values.ts';

/** A text that the line must contain for some of the values. */
interface Part {
  codes: Uint16Array;
  /** The last line that contains it. */
  line: number;
  /** The values that are checked when it is found. */
  values: Wanted[];
}

interface Wanted {
  bit: number;
  parts: Part[];
}

const GRAM = 3;
const SEPARATOR = 0;
const BACKSLASH = 1;
const WIDE = 2;
/**
 * Letters in lower case and digits by their code; for other bytes, the length of the character that the byte begins.
 */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 128) return WIDE;
  if (byte === 0x5c) return BACKSLASH;
  const char = String.fromCharCode(byte).toLowerCase();
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : SEPARATOR;
});
/** The maximum number of characters in a compact text for each byte of a character. */
const GROWTH = 6;

/**
 * Which of the groups of values a line may contain: bit 0 is the first group. Call it for the pieces of a line in
 * order.
 */
/** @param groups If a value has no three letters or digits in a row, every line may contain it. */
export function createLineFilter(groups: readonly (readonly GateValue[])[]) {
  const parts = new Map<string, Part>();
  /** By the hash of their last three characters. */
  const byEnd: (Part[] | undefined)[] = Array.from({ length: 1 << 15 });
  const isEnd = new Uint8Array(1 << 15);
  let always = 0;
  for (const [group, values] of groups.entries())
    for (const { compact } of values) {
      const texts = compact.split('\u0001').filter((text) => text.length >= GRAM);
      if (texts.length === 0) {
        always |= 1 << group;
        continue;
      }
      const wanted: Wanted = { bit: 1 << group, parts: texts.map(partOf) };
      // The longest run is the rarest.
      wanted.parts.reduce((a, b) => (b.codes.length > a.codes.length ? b : a)).values.push(wanted);
    }

  function partOf(text: string): Part {
    const known = parts.get(text);
    if (known !== undefined) return known;
    const codes = Uint16Array.from(text, (_, at) => text.charCodeAt(at));
    const part: Part = { codes, line: 0, values: [] };
    parts.set(text, part);
    const hash = codes.subarray(-GRAM).reduce(mixed, 0);
    isEnd[hash] = 1;
    (byEnd[hash] ??= []).push(part);
    return part;
  }

  let text = new Uint16Array(1 << 16);
  let length = 0;
  let hash = 0;
  let line = 0;
  let isDoubtful = false;
  let met: Part[] = [];

  function add(code: number): void {
    text[length++] = code;
    hash = mixed(hash, code);
    if (isEnd[hash] === 1) endings(byEnd[hash]!, length);
  }

  function endings(ending: readonly Part[], end: number): void {
    for (const part of ending) {
      const { codes } = part;
      let at = codes.length;
      let from = end;
      if (part.line === line || at > from) continue;
      while (at > 0 && text[from - 1] === codes[at - 1]) {
        at--;
        from--;
      }
      if (at > 0) continue;
      part.line = line;
      met.push(part);
    }
  }

  /** Returns where to continue. The texts of a canonical line escape only characters that are not letters. */
  function behindEscape(buffer: Buffer, at: number): number {
    const code = buffer[at];
    if (code === 0x75) {
      isDoubtful ||= buffer[at + 1] !== 0x30 || buffer[at + 2] !== 0x30 || buffer[at + 3]! > 0x31;
      return at + 5;
    }
    // The compact form reads a recorded backslash with n, r or t as a line break, and a pair of words reads the letter.
    isDoubtful ||= code === 0x5c && isBreak(buffer[at + 1]);
    return at + 1;
  }

  /** Returns where to continue. */
  function behindWide(buffer: Buffer, at: number, end: number): number {
    const first = buffer[at]!;
    const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || at + size > end) return at + 1;
    let code = first & (0x7f >> size);
    for (let next = at + 1; next < at + size; next++) {
      if ((buffer[next]! & 0xc0) !== 0x80) return at + 1;
      code = (code << 6) | (buffer[next]! & 0x3f);
    }
    for (const one of compactOf(code)) add(one);
    return at + size;
  }

  return {
    begin() {
      line++;
      length = 0;
      hash = 0;
      isDoubtful = false;
      met = [];
    },
    read(buffer: Buffer, start: number, end: number) {
      if (text.length < length + (end - start) * GROWTH) {
        const larger = new Uint16Array(length + (end - start) * GROWTH);
        larger.set(text.subarray(0, length));
        text = larger;
      }
      const into = text;
      let size = length;
      let recent = hash;
      for (let at = start; at < end;) {
        const kind = KINDS[buffer[at]!]!;
        if (kind > WIDE) {
          into[size++] = kind;
          recent = ((recent << 5) | (kind & 31)) & 0x7fff;
          if (isEnd[recent] === 1) endings(byEnd[recent]!, size);
          at++;
        } else if (kind === SEPARATOR) at++;
        else if (kind === BACKSLASH) at = behindEscape(buffer, at + 1);
        else {
          length = size;
          hash = recent;
          at = behindWide(buffer, at, end);
          size = length;
          recent = hash;
        }
      }
      length = size;
      hash = recent;
    },
    found() {
      let bits = isDoubtful ? (1 << groups.length) - 1 : always;
      for (const { values } of met)
        for (const { bit, parts: wanted } of values)
          if ((bits & bit) === 0 && wanted.every((part) => part.line === line)) bits |= bit;
      return bits;
    },
  };
}

function mixed(hash: number, code: number): number {
  return ((hash << 5) | (code & 31)) & 0x7fff;
}

function isBreak(code: number | undefined): boolean {
  return code === 0x6e || code === 0x72 || code === 0x74;
}

const compacts = new Map<number, readonly number[]>();

/** The characters that a compact text keeps of one character. */
function compactOf(code: number): readonly number[] {
  const known = compacts.get(code);
  if (known !== undefined) return known;
  const { text } = compactText(String.fromCodePoint(Math.min(code, 0x10ffff)));
  const kept = Array.from(text, (_, at) => text.charCodeAt(at));
  compacts.set(code, kept);
  return kept;
}
