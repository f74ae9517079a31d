/** Citations that a caller gives as evidence. They must be in the log, readable and not withheld. */
import { isHookloomError, notFound, renderCitation } from '@hookloom/core';
import type { OperationContext } from './context.ts';
import { resolveCitation, type ResolvedCitation } from './payload-citations.ts';
import { withheldIn } from './source-events.ts';

const MAX_NAMED = 10;

/**
 * Each citation once, in order. Throws `not_found` that names the first ten that are not in the log, were forgotten or
 * are withheld, and `invalid_request` for a text that is not a citation.
 */
export async function citedEvidence(
  context: OperationContext,
  citations: readonly string[],
): Promise<ResolvedCitation[]> {
  const wanted = [...new Set(citations)];
  const found: ResolvedCitation[] = [];
  const refused: string[] = [];
  for (const citation of wanted) {
    const resolved = await resolveCitation(context, citation).catch((error: unknown) => {
      if (isHookloomError(error) && error.code === 'not_found') return null;
      throw error;
    });
    if (resolved === null) refused.push(`${citation} (not in the log)`);
    else if (resolved.event.shredded !== null) refused.push(`${citation} (forgotten)`);
    else found.push(resolved);
  }
  const sessions = [...new Set(found.map(({ session }) => session))];
  const isHeld = sessions.length === 0 ? () => false : await withheldIn(context, sessions);
  const readable = found.filter(({ session, event }) => !isHeld(session, event));
  const held = found.filter((each) => !readable.includes(each));
  refused.push(
    ...held.map(({ session, seq, hash }) => `${renderCitation(session, seq, hash)} (withheld)`),
  );
  if (refused.length === 0) return readable;
  throw notFound(
    `${refused.length} of ${wanted.length} citations cannot be used as evidence: ${refused.slice(0, MAX_NAMED).join(', ')}.`,
    'Copy citations from a checkout, or leave them out. A person releases withheld texts with `hookloom memory quarantine`.',
  );
}
