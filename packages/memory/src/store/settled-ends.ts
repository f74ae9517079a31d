/**
 * Open ends of assistants that a report settles: the report says that it is done, that it is committed, or that tests
 * pass.
 */
import { meaningOf } from '../statements/meaning.ts';
import type { Database } from './port.ts';

/** Maximum number of open ends to compare with a report, newest first. */
const MOST = 20;
const SHARED = 2;
const SHARE = 0.6;
/** A state and the report that ends it. */
const ENDED: readonly (readonly [open: RegExp, done: RegExp])[] = [
  [
    /\b(?:tests?|suite|build|checks?|e2e)\b.{0,60}\b(?:fail\w*|red|broken)\b|tests? .{0,40}schl(?:ägt|agen) .{0,20}fehl/i,
    /\ball (?:\S+ ){0,3}(?:tests?|checks?)\b.{0,20}\bpass|\b(?:tests?|suite|build) (?:is|are|now|all|fully) .{0,10}(?:pass|green)|\balle tests (?:laufen|sind)/i,
  ],
  [
    /\b(?:uncommitted|(?:not|n['’]t) (?:yet )?(?:been )?commit)|nicht committet/i,
    /^(?:done\W+)?(?:i(?:['’]ve| have)? )?committed\b|\b(?:has|have|is|are) (?:now |been )*committed\b|committet/i,
  ],
  [
    /\b(?:unpushed|(?:not|n['’]t) (?:yet )?(?:been )?push)|nicht gepusht/i,
    /\b(?:has|have|is|are) (?:now |been )*pushed\b|^(?:done\W+)?(?:i(?:['’]ve| have)? )?(?:committed and )?pushed\b|(?<!nicht )gepusht/i,
  ],
];

export function openSettledEnds(db: Database) {
  const open = db.prepare(
    `SELECT e.name AS name, f.content AS content FROM entities e JOIN facts f ON f.eid = e.eid AND f.valid_to IS NULL
     WHERE e.sid = ? AND e.type = 'open' AND f.doc < ? ORDER BY e.eid DESC LIMIT ${MOST}`,
  );
  /** The names of the open ends that the report may settle. */
  return (sid: number, doc: number, report: string): string[] =>
    open
      .all(sid, doc)
      .filter(({ content }) => settles(report, String(content)))
      .map(({ name }) => String(name));
}

/** @example settles('The rollback script is written.', 'Not done: the rollback script.') // true */
export function settles(report: string, open: string): boolean {
  if (ENDED.some(([state, done]) => state.test(open) && done.test(report))) return true;
  const left = bare(open);
  const told = new Set(bare(report));
  const shared = left.filter((stem) => told.has(stem)).length;
  return shared >= SHARED && shared >= SHARE * left.length;
}

/** Words that only express that something is open or done. */
const STATE =
  /^(?:un|not|open|left|miss|remain|done|todo|don|complet|finish|fertig|offen|erledigt|still|yet|pass|fail)/;

function bare(text: string): string[] {
  return [...meaningOf(text).stems].filter((stem) => !STATE.test(stem));
}
