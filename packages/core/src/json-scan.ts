/**
 * Reads the bytes of a JSON object as they arrive, without building its values: whether it is complete, how deep and
 * how dense it is, and the short texts of its own fields. Time and memory stay bounded for every input, even if
 * `JSON.parse` takes seconds (eight megabytes of brackets) or cannot run yet (half of a payload).
 */
import { attempt } from './attempt.ts';

/** Levels of nesting that are parsed. */
export const MAX_NESTING = 512;
/** The cost of parsing an object, an array or a key, relative to one element of a list. */
export const PART_COST = 16;
/** About a quarter of a second for `JSON.parse`, and as long again for processing the values. */
export const MAX_COST = 2_000_000;
/** Bytes of a field's text, as JSON writes it. */
const MAX_FIELD_BYTES = 800;

/** Bytes of a string to read one by one before searching the rest for a quote. Nearly all strings are shorter. */
const NEAR_BYTES = 48;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;

export class JsonScan {
  /** The deepest nesting so far. */
  nesting = 0;
  /** The cost of parsing, in elements of a list. */
  cost = 0;
  /** One object has arrived up to its last brace, and only white space follows. */
  isComplete = false;
  /** Texts of the object's own fields; the last one of a repeated key. */
  readonly fields: Record<string, string> = Object.create(null) as Record<string, string>;

  readonly #wanted: ReadonlySet<string>;
  #depth = 0;
  /** The first byte that is not white space was an opening brace. */
  #isObject: boolean | null = null;
  #inString = false;
  #isEscaped = false;
  /** The next string of the outermost object is a key. */
  #expectsKey = false;
  #key = '';
  /** Pieces of the current string; null: its text is not needed. */
  #text: Uint8Array[] | null = null;
  #textBytes = 0;
  readonly #longestKey: number;

  /** @param wanted Keys of the outermost object whose texts are kept; as JSON writes them without escapes. */
  constructor(wanted: readonly string[]) {
    this.#wanted = new Set(wanted);
    this.#longestKey = Math.max(0, ...wanted.map((key) => Buffer.byteLength(key)));
  }

  /** True while it can be parsed in bounded time. */
  get isBounded(): boolean {
    return this.nesting <= MAX_NESTING && this.cost <= MAX_COST;
  }

  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      if (this.#inString) {
        at = this.#readString(bytes, at);
        continue;
      }
      // Whatever follows, it is not parsed.
      if (!this.isBounded) return;
      const byte = bytes[at]!;
      // White space, and the three bytes of a byte order mark.
      if (byte <= 0x20 || byte > 0x7f) continue;
      this.isComplete = false;
      this.#isObject ??= byte === OPEN_OBJECT;
      if (byte === QUOTE) this.#beginString();
      else if (byte === COLON) {
        this.cost += PART_COST;
        this.#expectsKey = false;
      } else if (byte === COMMA) {
        this.cost++;
        this.#expectsKey = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        this.cost += PART_COST;
        this.#depth++;
        if (this.#depth > this.nesting) this.nesting = this.#depth;
        this.#expectsKey = true;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        this.#depth--;
        this.isComplete = this.#depth === 0 && this.#isObject;
        // Any text after a complete object makes it invalid.
        if (this.#depth === 0) this.#isObject = false;
      }
    }
  }

  #beginString(): void {
    this.#inString = true;
    const matters = this.#depth === 1 && (this.#expectsKey || this.#wanted.has(this.#key));
    this.#text = matters ? [] : null;
    this.#textBytes = 0;
  }

  /** Index of the string's last byte in this piece. */
  #readString(bytes: Uint8Array, start: number): number {
    let isEscaped = this.#isEscaped;
    let at = start;
    while (this.#inString && at < bytes.length) {
      const near = Math.min(bytes.length, at + NEAR_BYTES);
      for (; at < near; at++) {
        const byte = bytes[at]!;
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          this.#inString = false;
          break;
        }
      }
      if (!this.#inString) break;
      // A long text: continue at its next quote, unless an odd number of backslashes escapes it.
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote < 0 ? bytes.length : quote;
      let slashes = 0;
      while (end - slashes > at && bytes[end - slashes - 1] === BACKSLASH) slashes++;
      const isCarried = isEscaped && slashes === end - at;
      isEscaped = slashes % 2 === (isCarried ? 0 : 1);
      at = end;
    }
    this.#isEscaped = isEscaped;
    if (this.#text !== null) this.#keep(bytes.subarray(start, at));
    if (!this.#inString) this.#endString();
    return at;
  }

  #keep(piece: Uint8Array): void {
    this.#textBytes += piece.length;
    const limit = this.#expectsKey ? this.#longestKey : MAX_FIELD_BYTES;
    if (this.#textBytes > limit) this.#text = null;
    else this.#text!.push(piece);
  }

  #endString(): void {
    if (this.#depth !== 1) return;
    const bytes = this.#text === null ? null : Buffer.concat(this.#text);
    if (this.#expectsKey) this.#key = bytes === null ? '' : bytes.toString('utf8');
    else if (bytes !== null) this.fields[this.#key] = textOf(bytes);
  }
}

/** Empty for a value that is not text. */
function textOf(bytes: Buffer): string {
  return attempt(() => JSON.parse(`"${bytes.toString('utf8')}"`) as string, '');
}
