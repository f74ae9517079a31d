/** Takes out what its author marked as private, and what clients and memories had put in (claude-mem.md §9). */
import { stripTags } from './strip-tags.ts';

/** How an angle bracket begins, also as JSON, HTML and URLs write it. */
const OPENINGS = ['<', '\\', '&', '%'];
/** What must stand in a text, in any case, for one of the tags to stand there. */
const NAMES = [
  'private',
  'claude-mem-context',
  'system_instruction',
  'system-instruction',
  'persisted-output',
  'system-reminder',
];

/**
 * Removes private spans with their content: any case, attributes, nested; a span without its end goes to the end. The tag
 * that opened a span ends it, whatever stands between.
 *
 * @example stripPrivate('a <PRIVATE>b <private>c</private> d</PRIVATE> e').text === 'a  e'
 */
export function stripPrivate(text: string): { text: string; stripped: boolean } {
  if (!OPENINGS.some((sign) => text.includes(sign))) return { text, stripped: false };
  const folded = text.toLowerCase();
  return NAMES.some((name) => folded.includes(name)) ? stripTags(text) : { text, stripped: false };
}
