/**
 * Open ends that a report settles: the report says that it is done, that it is committed, or that tests
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

/** Begins work: "let's do the web page now", "weiter mit der Fehlertoleranz". */
const BEGINS =
  /^(?:(?:ok(?:ay)?|so|and|now|hi|hey|good|alright|then|morning|jetzt|dann|und|gut|moin)[,.!]?\s+)*(?:let['’]?s|continue(?: with)?|go on with|back to|start (?:with|on)|pick up|now (?:do|build|add|write)|time (?:for|to)|weiter mit|machen wir|mach|fangen wir mit|dann)\s+(?=\S)/iu;
const BEGINS_CHARS = 160;
const REPORTS =
  /^(?:(?:ok(?:ay)?|alright|great|gut|so)[,.!]?\s+)?(?:all |alles )?(?:done|fixed|implemented|changed|added|built|moved|updated|set up|finished|committed|erledigt|fertig|eingestellt|umgesetzt|eingebaut|umbenannt|geändert|gebaut|ergänzt)(?!\p{L})/iu;
/** As a share of the words in the turn that begins the work. */
const BEGUN_SHARE = 0.75;

export function isReport(text: string): boolean {
  return REPORTS.test(text);
}

/** @example begins("let's do the web page now", 'tomorrow: a little web page with graphs') // true */
export function begins(turn: string, open: string): boolean {
  if (turn.length > BEGINS_CHARS || !BEGINS.test(turn)) return false;
  const named = bare(turn.replace(BEGINS, ''));
  const left = new Set(bare(open));
  const shared = named.filter((stem) => left.has(stem)).length;
  return shared > 0 && shared >= BEGUN_SHARE * named.length;
}

export function openSettledEnds(db: Database) {
  const open = db.prepare(
    `SELECT e.name AS name, f.content AS content FROM entities e JOIN facts f ON f.eid = e.eid AND f.valid_to IS NULL
     WHERE e.sid = ? AND e.type = 'open' AND f.doc < ? ORDER BY e.eid DESC LIMIT ${MOST}`,
  );
  /** The names of the open ends that match. */
  return (sid: number, doc: number, isSettled: (open: string) => boolean): string[] =>
    open
      .all(sid, doc)
      .filter(({ content }) => isSettled(String(content)))
      .map(({ name }) => String(name));
}

/**
 * A person's report must be about little else: "I added a test for the import" does not finish the import.
 *
 * @example reportsEndOf('The rollback script is written.', 'Not done: the rollback script.') // true
 */
export function reportsEndOf(report: string, open: string, isPerson = false): boolean {
  if (ENDED.some(([state, done]) => state.test(open) && done.test(report))) return true;
  // Only the items of a list: its announcement says nothing about them.
  const left = bare(open.replace(/^.{4,80}?: /, ''));
  const told = new Set(bare(report));
  const shared = left.filter((stem) => told.has(stem)).length;
  if (isPerson && shared * 2 <= told.size) return false;
  return shared >= SHARED && shared >= SHARE * left.length;
}

/** Words that only express that something is open or done. */
const STATE =
  /^(?:un|not|open|left|miss|remain|done|todo|don|complet|finish|fertig|offen|erledigt|still|yet|pass|fail)/;

function bare(text: string): string[] {
  return [...meaningOf(text).stems].filter((stem) => !STATE.test(stem));
}
