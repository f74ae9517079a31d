/**
 * The prose of a turn, line by line: without code, quotes, tables, tags, logs and pasted documents. Takes time in
 * proportion to the text and reads a bounded part of it.
 */

import { isClientText } from '../channels.ts';
import { isMostlyMarks } from './letters.ts';

export interface Line {
  text: string;
  /** An item of a list. */
  isItem: boolean;
  /** The number that a numbered item has. */
  number: number | null;
  isHeading: boolean;
}

/** Maximum number of characters that are read of one turn. */
const MAX_CHARS = 24_000;
const MAX_LINES = 400;
/** A longer line is data that somebody pasted. */
const MAX_LINE = 4_000;
/** A prompt with this many headings is a document. */
const DOCUMENT_HEADINGS = 3;

const TAG = /^\s*<([a-z][\w-]{1,40})[^>]{0,200}>/i;
const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^\s{0,3}#{1,6}\s/;
const ITEM = /^\s*(?:[-*+•–]|(\d{1,2})[.)]|\[[ xX]\])\s+(?:\[[ xX]\]\s*)?/;
/** Lines that programs write: stack frames, prompts, status lists, differences, times. */
const LOG =
  /^\s*(?:at \S+ ?\(|File "|Traceback|[$%#❯➜✗✓✔⨯●•→└├│]\s|\(base\)|[+-]{1,3}(?:\s|\w+:)|@@|\d{4}-\d\d-\d\d[T ]|\[?\d\d[:/]\d\d|[MADRCU?!]{1,2}\s{1,2}\S+[./]\S*$|(?:\w+:)?(?:modified|deleted|new file|renamed):|(?:ERROR|WARN(?:ING)?|FATAL|INFO|DEBUG)[: ]|(?:GET|HEAD|POST|PUT|PATCH|DELETE) \/\S* \d{3}\b|\d+ *\||\S+:\d+(?::\d+)?:? (?:Uncaught|\w*[Ee]rror|warning)\b|(?:On branch \S+|Your branch is .*|Changes (?:not staged for commit|to be committed):|Untracked files:)$|npm (?:err(?:or|!)|warn)\b|(?:Error|Warning|fatal|error\[)\b.*:|\w+(?:Error|Exception)\b:?|\\?\*\\?\* \(\w+\)|Uncaught \S+|"[^"]*":|[{}[\]<(])/;
/** The text after such a line was pasted. */
const BEFORE_PASTE =
  /\b(?:see below|message below|issue text|git status(?: below)?|log below|output(?: below)?|i (?:get|got|see) (?:these|this|the following)[^:]{0,60}|(?:these|this|the following) (?:error|errors|warning|warnings|output|log|logs|message)|^error (?:when|while|in|on|from|after|during)\b[^:\n]{1,60}|traceback|(?:the )?(?:below|following)\b[^:]{0,80}|siehe unten|ausgabe|fehlermeldung|voir ci-dessous|ver abajo|ошибка|вывод)[^:\n]{0,40}:\s*$/i;

/** What follows the line of a shell is its output, up to a paragraph that reads like prose. */
const SHELL = /^\s*(?:[❯➜]\s|[$%] \S|\(base\) |\S+@\S+[^#$%]{0,60}[#$%] )/;
const INDENTED = /^(?: {2}|\t)\s*\S/;

/** First characters of items. */
const ITEM_STARTS = /[-*+•–\d[]/;

/** Empty for text that is not prose. A prompt that begins with a heading is a document. */
export function proseOf(text: string, isPrompt: boolean): Line[] {
  if (isPrompt && (isClientText(text) || HEADING.test(text))) return [];
  const read = text.length > MAX_CHARS ? text.slice(0, MAX_CHARS) : text;
  const lines: Line[] = [];
  let fence = '';
  let headings = 0;
  let tag = '';
  let isOutput = false;
  for (let at = 0; at <= read.length && lines.length < MAX_LINES;) {
    const stop = read.indexOf('\n', at);
    const end = stop < 0 ? read.length : stop;
    const long = end - at > MAX_LINE;
    const line = long ? '' : read.slice(at, end);
    at = end + 1;
    // Most lines are plain prose: their first character rules out most of the patterns.
    const first = line[line.search(/\S/)] ?? '';
    if ((first === '`' || first === '~') && FENCE.test(line)) {
      const mark = line.trim().slice(0, 3);
      fence = fence === '' ? mark : fence === mark ? '' : fence;
      continue;
    }
    if (fence !== '') continue;
    if (first === '') {
      isOutput &&= isOutputAt(read, at);
      continue;
    }
    isOutput ||= isPrompt && SHELL.test(line);
    if (isOutput) continue;
    if (tag !== '') {
      if (line.includes(`</${tag}>`)) tag = '';
      continue;
    }
    const opened = first === '<' ? TAG.exec(line)?.[1] : undefined;
    if (opened !== undefined) {
      if (!line.includes(`</${opened}>`)) tag = opened;
      continue;
    }
    const isHeading = first === '#' && HEADING.test(line);
    if (isPrompt && isHeading && ++headings >= DOCUMENT_HEADINGS) return [];
    const item = ITEM_STARTS.test(first) ? ITEM.exec(line) : null;
    const body = item === null ? line : line.slice(item[0].length);
    const isBeforePaste = isPrompt && body.trimEnd().endsWith(':') && BEFORE_PASTE.test(body);
    if (first !== '>' && first !== '|' && !isLog(body))
      lines.push({
        text: clean(body),
        isItem: item !== null,
        number: item?.[1] === undefined ? null : Number(item[1]),
        isHeading,
      });
    if (isBeforePaste) break;
  }
  return lines;
}

/** Whether the paragraph from `at` on has a line of a program, and not only prose. */
function isOutputAt(text: string, at: number): boolean {
  const [paragraph = ''] = text.slice(at, at + MAX_LINE).split(/\n\s*\n/, 1);
  return paragraph.split('\n').some((line) => INDENTED.test(line) || isLog(line));
}

function isLog(line: string): boolean {
  return LOG.test(line) || isMostlyMarks(line);
}

const PLAIN =
  /^[\p{L}\p{N}`'"“”‘’,.;:!?()/@%$=+<>{}|\\&^–—→-]+(?: [\p{L}\p{N}`'"“”‘’,.;:!?()/@%$=+<>{}|\\&^–—→-]+)*$/u;

/** Removes Markdown marks, but keeps code in backquotes, because it names things. */
export function clean(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  const bare = text
    .replace(/^\s{0,3}#{1,6}\s+/, '')
    .replace(/\*\*|__|~~/g, '')
    .replace(/\[([^\]\n]{1,200})\]\([^)\s]{1,400}\)/g, '$1')
    .replace(/^[\p{Extended_Pictographic}\uFE0F\s]+/u, '');
  return (/ {2}|[^\S ]/.test(bare) ? bare.replace(/\s+/g, ' ') : bare).trim();
}
