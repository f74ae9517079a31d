/** Removes text that its author marked as private, and text that clients and memories inserted. */
import { stripTags } from './strip-tags.ts';

/** An angle bracket, also as JSON, HTML and URLs write it. */
const OPENING = /[<\\&%]/;
/** The texts that one of the tags must contain. */
const NAME =
  /private|(?:claude-mem|hookloom)-context|system[_-]instruction|persisted-output|system-reminder/i;

/**
 * Removes private spans with their content: any case, attributes, nested; a span without its end extends to the end of
 * the text. The tag that opened a span ends it, whatever is in between.
 *
 * @example stripPrivate('a <PRIVATE>b <private>c</private> d</PRIVATE> e').text === 'a e'
 */
export function stripPrivate(text: string): { text: string; stripped: boolean } {
  return OPENING.test(text) && NAME.test(text) ? stripTags(text) : { text, stripped: false };
}
