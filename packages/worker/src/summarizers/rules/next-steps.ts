/** The remaining work in the assistant's last words. Quotes its sentences and infers nothing. */
import { line, unique } from './in-words.ts';

const HEADING =
  /^\s*(#{1,6}\s*|\*\*)?\s*(next( steps?)?|to[ -]?do|remaining( work)?|follow[- ]?ups?|still (to do|open)|what('s| is) (left|next))\b.{0,40}$/i;
const TOLD =
  /^(next[,:]? |the next step|remaining:|still (missing|to do|open)|to[ -]?do:|not (yet )?done|you (should|will (need|have)|(may|might) want) )/i;
const BULLET = /^\s*([-*•]|\d{1,2}[.)])\s+/;
const MAX_STEPS = 5;
const STEP_CHARS = 200;

export function nextSteps(lastWords: string): string[] {
  const lines = lastWords.slice(0, 65_536).split('\n');
  const steps: string[] = [];
  let isUnderHeading = false;
  for (const text of lines) {
    const plain = text.replace(BULLET, '').replaceAll('**', '').trim();
    const isHeading = HEADING.test(text) && !BULLET.test(text) && !/[.!?]\s*$/.test(text);
    if (isHeading) isUnderHeading = true;
    else if (isUnderHeading && BULLET.test(text)) steps.push(plain);
    else if (plain !== '') {
      if (/^\s*#{1,6}\s/.test(text) || steps.length > 0) isUnderHeading = false;
      steps.push(...plain.split(/(?<=[.!?])\s+/).filter((sentence) => TOLD.test(sentence)));
    }
  }
  const found = unique(steps.map((step) => line(step, STEP_CHARS))).slice(0, MAX_STEPS);
  return found.map((step) => step.replace(/[;]+$/, ''));
}
