/** Planned edits as unified diffs, made from the text that goes and the text that comes; no general comparison. Pure. */

const CONTEXT = 3;

/**
 * What changes from one text to the other, as `diff -u` would show it. Lines at both ends that are the same are found
 * first, then in what is left each line that is in both in order.
 *
 * @example unifiedDiff('.mcp.json', null, '{}\n')
 * // → '--- /dev/null\n+++ .mcp.json\n@@ -0,0 +1 @@\n+{}\n'
 */
export function unifiedDiff(name: string, before: string | null, after: string | null): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const rows = compared(old, now);
  const out = [
    `--- ${before === null ? '/dev/null' : name}`,
    `+++ ${after === null ? '/dev/null' : name}`,
  ];
  for (const [from, to] of hunks(rows)) out.push(...rendered(rows, from, to));
  return `${out.join('\n')}\n`;
}

interface Row {
  kind: ' ' | '-' | '+';
  text: string;
}

/** With a mark where the last line has no line feed: it counts as a difference. */
function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)!}\n\\ No newline at end of file`];
}

function compared(old: readonly string[], now: readonly string[]): Row[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  const same = (text: string): Row => ({ kind: ' ', text });
  return [
    ...old.slice(0, head).map(same),
    ...between(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map(same),
  ];
}

/** Additions only ever lie between lines of the old text, so going through both once finds them. */
function between(old: readonly string[], now: readonly string[]): Row[] {
  const rows: Row[] = [];
  let at = 0;
  for (const text of old) {
    const found = now.indexOf(text, at);
    if (found < 0) rows.push({ kind: '-', text });
    else {
      rows.push(...now.slice(at, found).map((added): Row => ({ kind: '+', text: added })));
      rows.push({ kind: ' ', text });
      at = found + 1;
    }
  }
  return [...rows, ...now.slice(at).map((added): Row => ({ kind: '+', text: added }))];
}

/** Ranges of rows with their context, joined where they touch. */
function hunks(rows: readonly Row[]): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (const [index, { kind }] of rows.entries()) {
    if (kind === ' ') continue;
    const last = ranges.at(-1);
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(rows.length, index + CONTEXT + 1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

function rendered(rows: readonly Row[], from: number, to: number): string[] {
  const count = (upTo: readonly Row[], not: '-' | '+'): number =>
    upTo.filter(({ kind }) => kind !== not).length;
  const range = (not: '-' | '+'): string => {
    const length = count(rows.slice(from, to), not);
    const start = count(rows.slice(0, from), not) + (length === 0 ? 0 : 1);
    return length === 1 ? String(start) : `${start},${length}`;
  };
  return [
    `@@ -${range('+')} +${range('-')} @@`,
    ...rows.slice(from, to).map(({ kind, text }) => kind + text),
  ];
}
