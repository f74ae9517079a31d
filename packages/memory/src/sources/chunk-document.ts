/** Splits a document into self-contained pieces: a heading with the text below it, up to a maximum number of lines. */

export interface DocumentChunk {
  /** The headings above it, outermost first. */
  heading: string | null;
  content: string;
  /** 1-based, inclusive. */
  lineStart: number;
  lineEnd: number;
}

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const FENCE = /^\s*(?:```|~~~)/;
/** A piece shorter than this joins the one before it. */
const SHORT_LINES = 4;
const MAX_CHARS = 8000;

/**
 * @example chunkDocument('# A\ntext\n## B\nmore', 80).map(({ heading, lineStart }) => [heading, lineStart])
 * // → [['A', 1], ['A › B', 3]] if both are long enough
 */
export function chunkDocument(text: string, maxLines: number): DocumentChunk[] {
  const lines = text.split(/\r?\n/);
  const chunks: DocumentChunk[] = [];
  const headings: string[] = [];
  let start = 0;
  let fenced = false;
  const close = (end: number, heading: string | null): void => {
    for (let from = start; from < end; from += maxLines) {
      const to = Math.min(end, from + maxLines);
      const content = lines.slice(from, to).join('\n').trim();
      if (content !== '')
        chunks.push({
          heading,
          content: content.slice(0, MAX_CHARS),
          lineStart: from + 1,
          lineEnd: to,
        });
    }
    start = end;
  };
  let heading: string | null = null;
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) fenced = !fenced;
    const match = fenced ? null : HEADING.exec(line);
    if (match === null) continue;
    // A heading with little text below stays with the next section.
    if (at - start >= SHORT_LINES) close(at, heading);
    headings.length = Math.min(headings.length, match[1]!.length - 1);
    headings.push(match[2]!);
    heading = headings.join(' › ');
  }
  close(lines.length, heading);
  return chunks;
}
