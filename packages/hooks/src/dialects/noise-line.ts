import { redactText } from '@hookloom/core/redact';

const NOISE_CHARS = 120;

/** One line without control characters and secrets, for a note. */
export function noiseLine(noise: string): string {
  const line = noise
    .slice(0, 16 * NOISE_CHARS)
    // eslint-disable-next-line no-control-regex -- terminals act on these
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (line === '') return '…';
  const { text } = redactText(line.toWellFormed());
  return text.length <= NOISE_CHARS ? text : `${text.slice(0, NOISE_CHARS).toWellFormed()}…`;
}
