/** Validates the workspace, the log and the numbers in a request of the viewer. */
import { assertSessionId, invalidRequest, notFound } from '@hookloom/core';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';

export interface ViewedLog {
  open: OpenWorkspace;
  /** The session name of the log. */
  log: string;
}

/** The workspace of `ws` (its slot; default: the first one) and the log of `log` (default: the workspace's own). */
export async function viewedLog(
  workspaces: Workspaces,
  query: URLSearchParams,
): Promise<ViewedLog> {
  const slot = query.get('ws');
  const open =
    slot === null || slot === ''
      ? (await workspaces.all())[0]
      : await workspaces.forSlot(within(query, 'ws', { least: 1, most: 999, fallback: 1 }));
  if (open === undefined || open === null)
    throw notFound('There is no such workspace.', 'Connect a client first: `hookloom init`.');
  await open.runtime.context.drain();
  const log = query.get('log');
  return {
    open,
    log: log === null || log === '' ? open.workspace.session : assertSessionId(log),
  };
}

/** Like `viewedLog`; with `ws=all` every workspace, each with its own log. */
export async function viewedLogs(
  workspaces: Workspaces,
  query: URLSearchParams,
): Promise<ViewedLog[]> {
  if (query.get('ws') !== 'all') return [await viewedLog(workspaces, query)];
  const all = await workspaces.all();
  return Promise.all(
    all.map(async (open) => {
      await open.runtime.context.drain();
      return { open, log: open.workspace.session };
    }),
  );
}

/** An integer of the query. Throws `invalid_request` if it is none or out of range. */
export function within(
  query: URLSearchParams,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw invalidRequest(
    `${name} must be a whole number from ${least} to ${most}.`,
    'Correct it and ask again.',
  );
}

/** The seq before which a page ends; the end of the log if there is none. */
export function beforeIn(query: URLSearchParams): number {
  const most = Number.MAX_SAFE_INTEGER;
  return within(query, 'before', { least: 1, most, fallback: most });
}

/** A text in the query, or undefined. Refuses a longer text than people type. */
export function textOf(query: URLSearchParams, name: string, most = 512): string | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (text.length <= most) return text;
  throw invalidRequest(`${name} is too long.`, `At most ${most} characters.`);
}
