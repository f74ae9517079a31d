/** Finds the rows of an import that belong to a turn with a fully private prompt. They are not imported. */
import { statSync } from 'node:fs';
import { stripPrivate } from '@hookloom/core/redact';
import { privateMark } from '@hookloom/hooks';
import type { ImportedRow } from './import-rows.ts';

/** @param said Rows with user text, including those that are empty without their private spans. */
export function privateRows(
  said: readonly { session: string; epoch: number; text: string }[],
): (row: ImportedRow, stateDir: string | undefined) => boolean {
  const prompts = new Map<string, { epoch: number; isPrivate: boolean }[]>();
  for (const { session, epoch, text } of said) {
    const open = stripPrivate(text);
    const isPrivate = open.stripped && open.text.trim() === '';
    prompts.set(session, [...(prompts.get(session) ?? []), { epoch, isPrivate }]);
  }
  for (const list of prompts.values()) list.sort((a, b) => a.epoch - b.epoch);
  const marks = new Map<string, number>();
  /** When the session's private prompt was reported here; infinite if there was none. */
  const markOf = (session: string, stateDir: string | undefined): number => {
    let since = marks.get(session);
    if (since === undefined) {
      const stats = statSync(privateMark(session, stateDir), { throwIfNoEntry: false });
      since = stats === undefined ? Number.POSITIVE_INFINITY : Math.floor(stats.mtimeMs);
      marks.set(session, since);
    }
    return since;
  };
  return ({ kind, session, epoch }, stateDir) => {
    if (kind === 'sessions') return false;
    const last = prompts.get(session)?.findLast((prompt) => prompt.epoch <= epoch);
    if (last?.isPrivate === true) return true;
    const since = markOf(session, stateDir);
    return epoch >= since && (last === undefined || last.epoch < since);
  };
}
