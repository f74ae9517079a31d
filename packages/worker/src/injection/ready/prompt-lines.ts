/** Valid statements as lines for related prompts (`hooks/ready`). */
import type { PromptLine } from '@hookloom/hooks';
import { digestsOf } from '@hookloom/log/append';
import { foldText } from '@hookloom/memory/checkout';
import type { FactRow } from '@hookloom/memory';
import type { Runtime } from '../../runtime.ts';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';
import { withoutFence } from '../frame.ts';
import { lineOf } from '../statement-lines.ts';
import { verifiedStatements } from '../verified-statements.ts';

/** Only the newest are stored. */
const MOST = 250;
/** Verified once. The hook compares the bytes with the log again. */
const verified = new WeakMap<Runtime, Map<string, PromptLine | null>>();

/** @param started The text of the session start, which is not repeated for a prompt */
export async function promptLines(
  { runtime, workspace: { eventloomDir, session } }: OpenWorkspace,
  facts: readonly FactRow[],
  started: string,
): Promise<PromptLine[]> {
  const known = verified.get(runtime) ?? new Map<string, PromptLine | null>();
  const wanted = facts
    .filter(({ entityType }) => entityType !== 'command_run')
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, MOST)
    .map((fact) => ({ fact, key: `${fact.seq} ${fact.hash} ${fact.content}` }));
  const unknown = wanted.filter(({ key }) => !known.has(key)).map(({ fact }) => fact);
  const held = new Set<FactRow>();
  if (unknown.length > 0) {
    const opened = await runtime.memory.open();
    if (!opened.ok) return [];
    const rows = unknown.map((fact) => ({ fact, isAsked: false }));
    for (const { fact } of await verifiedStatements(runtime.store, rows, opened.memory))
      held.add(fact);
  }
  const digests = new Map(
    digestsOf(eventloomDir, session, [...new Set([...held].map(({ seq }) => seq))]).map((each) => [
      each.seq,
      each,
    ]),
  );
  const kept = new Map<string, PromptLine | null>();
  for (const { fact, key } of wanted) {
    const place = held.has(fact) ? digests.get(fact.seq) : undefined;
    const line = place === undefined ? null : { ...place, text: lineOf([fact]) };
    kept.set(key, known.has(key) ? known.get(key)! : line);
  }
  verified.set(runtime, kept);
  return wanted.flatMap(({ fact, key }) => {
    const line = kept.get(key);
    if (line === null || line === undefined) return [];
    const isStarted = started.includes(withoutFence(foldText(fact.content)).slice(0, 160));
    return [isStarted ? { ...line, isStarted } : line];
  });
}
