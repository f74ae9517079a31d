import { conflict } from '@hookloom/core';
import type { Gate } from '@hookloom/log';
import { statSync } from 'node:fs';
import type { OperationContext } from './context.ts';

/** The write gate of this workspace, or null if nothing was forgotten. */
export async function gateOf({
  workspace,
}: Pick<OperationContext, 'workspace'>): Promise<Gate | null> {
  const { eventloomDir: dir } = workspace;
  const size = statSync(`${dir}/runtime/forgotten`, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return null;
  const { openGate } = await import('@hookloom/log');
  return openGate(dir);
}

/** Throws `conflict` for a text that was forgotten here, even under another name. */
export async function assertNotForgotten(
  context: Pick<OperationContext, 'workspace'>,
  ...texts: (string | undefined)[]
): Promise<void> {
  const gate = await gateOf(context);
  if (gate === null) return;
  const payload = Object.fromEntries(
    texts.flatMap((text, at) => (text === undefined ? [] : [[`text_${at}`, text]])),
  );
  if (gate.mask({ type: '', actorId: '', payload }).paths.length === 0) return;
  throw conflict(
    'This text contains something that was forgotten in this workspace, so it was not saved.',
    'Do not save it in other words unless the person who forgot it asks for that.',
  );
}
