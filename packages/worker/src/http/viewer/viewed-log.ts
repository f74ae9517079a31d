/** Which workspace and which log a request of the viewer is about. */
import { assertSessionId, notFound } from '@hookloom/core';
import type { z } from 'zod';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { text } from '../parameters.ts';

export interface ViewedLog {
  open: OpenWorkspace;
  /** The session name of the log. */
  log: string;
}

/** The parameters of nearly every route of the viewer. */
export const here = {
  ws: text({ most: 3 }),
  log: text({ most: 128 }),
};
export type Here = z.output<z.ZodObject<typeof here>>;
/** With `all` for `ws`: every workspace. */
export const hereOrAll = { ...here, ws: text({ most: 3, note: 'or `all`' }) };

export async function viewedLog(workspaces: Workspaces, { ws, log }: Here): Promise<ViewedLog> {
  const open =
    ws === undefined ? (await workspaces.all())[0] : await workspaces.forSlot(Number(ws));
  if (open === undefined || open === null)
    throw notFound('There is no such workspace.', 'Connect a client first: `hookloom init`.');
  await open.runtime.context.drain();
  return { open, log: log === undefined ? open.workspace.session : assertSessionId(log) };
}

/** Like `viewedLog`; with `ws=all` every workspace, each with its own log. */
export async function viewedLogs(workspaces: Workspaces, query: Here): Promise<ViewedLog[]> {
  if (query.ws !== 'all') return [await viewedLog(workspaces, query)];
  const all = await workspaces.all();
  return Promise.all(
    all.map(async (open) => {
      await open.runtime.context.drain();
      return { open, log: open.workspace.session };
    }),
  );
}
