/** Finds the lines of a TOML file's entries: the parser reports none, and messages need them. Never throws. */

/** A header or a key, in the order of the file. */
interface TomlPlace {
  kind: 'table' | 'array' | 'key';
  /** From the top of the file: `['hooks', 'pre_tool_use', 'commands']`. */
  path: string[];
  /** 1-based. */
  line: number;
}

export interface EntryLines {
  /** Line of the n-th entry of an event; of the event's key if it is written inline; 0 if it is not found. */
  group(event: string, group: number): number;
  /** Line of the n-th command of an entry; of the entry if the list is written inline. */
  command(event: string, group: number, index: number): number;
  /** Line of the first header or key with this path or below it. */
  first(...path: string[]): number;
}

/** @param list The key of an entry's commands: `commands` in this language, `hooks` in Codex's. */
export function entryLines(text: string, list: string): EntryLines {
  const places = tomlPlaces(text);
  const groups = new Map<string, { line: number; commands: number[] }[]>();
  for (const { kind, path, line } of places) {
    const [top, event, below] = path;
    if (kind !== 'array' || top !== 'hooks' || event === undefined) continue;
    const found = groups.get(event) ?? [];
    groups.set(event, found);
    if (path.length === 2) found.push({ line, commands: [] });
    else if (path.length === 3 && below === list) found.at(-1)?.commands.push(line);
  }
  const first: EntryLines['first'] = (...path) =>
    places.find((place) => path.every((key, at) => place.path[at] === key))?.line ?? 0;
  const group: EntryLines['group'] = (event, at) =>
    groups.get(event)?.[at]?.line ?? first('hooks', event);
  return {
    group,
    command: (event, at, index) => groups.get(event)?.[at]?.commands[index] ?? group(event, at),
    first,
  };
}

/** Headers and keys, without those inside inline tables. Texts, comments and lists over several lines are skipped. */
function tomlPlaces(text: string): TomlPlace[] {
  const places: TomlPlace[] = [];
  let table: string[] = [];
  let at = 0;
  let line = 1;
  const count = (from: number, to: number): void => {
    for (let i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) line++;
  };
  while (at < text.length) {
    const char = text[at]!;
    if (char === '\n') {
      line++;
      at++;
    } else if (char === ' ' || char === '\t' || char === '\r') at++;
    else if (char === '#') at = endOfLine(text, at);
    else if (char === '[') {
      const isArray = text[at + 1] === '[';
      const { path } = keyPath(text, at + (isArray ? 2 : 1));
      if (path.length > 0) {
        table = path;
        places.push({ kind: isArray ? 'array' : 'table', path, line });
      }
      at = endOfLine(text, at);
    } else {
      const { path, end } = keyPath(text, at);
      if (path.length > 0) places.push({ kind: 'key', path: [...table, ...path], line });
      const behind = endOfValue(text, Math.max(end, at));
      count(at, behind);
      at = behind;
    }
  }
  return places;
}

const BARE = /[A-Za-z0-9_-]/;

/** `a."b.c" . 'd'` */
function keyPath(text: string, from: number): { path: string[]; end: number } {
  const path: string[] = [];
  let at = from;
  const blanks = (): void => {
    while (text[at] === ' ' || text[at] === '\t') at++;
  };
  for (;;) {
    blanks();
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const end = endOfString(text, at);
      path.push(text.slice(at + 1, Math.max(at + 1, end - 1)));
      at = end;
    } else {
      const start = at;
      while (at < text.length && BARE.test(text[at]!)) at++;
      if (at === start) return { path, end: at };
      path.push(text.slice(start, at));
    }
    blanks();
    if (text[at] !== '.') return { path, end: at };
    at++;
  }
}

/** The end of a line at which no list, table or text is open. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (char === '"' || char === "'") {
      at = endOfString(text, at);
      continue;
    }
    if (char === '#') {
      at = endOfLine(text, at);
      continue;
    }
    if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth--;
    else if (char === '\n' && depth <= 0) return at;
    at++;
  }
  return at;
}

/** The position after the closing quote, or the end of the line or text if there is none. */
function endOfString(text: string, start: number): number {
  const quote = text[start]!;
  const triple = quote.repeat(3);
  const isLong = text.startsWith(triple, start);
  let at = start + (isLong ? 3 : 1);
  while (at < text.length) {
    if (quote === '"' && text[at] === '\\') at += 2;
    else if (isLong && text.startsWith(triple, at)) {
      at += 3;
      // Up to two quotes may come before the closing three.
      while (text[at] === quote) at++;
      return at;
    } else if (!isLong && text[at] === quote) return at + 1;
    else if (!isLong && text[at] === '\n') return at;
    else at++;
  }
  return text.length;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}
