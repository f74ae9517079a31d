/** Members of a project notify each other that something arrived in the store, without saying what. */
import type { Queries } from '../stores/postgres/connection.ts';

/** Where the members of a project listen. It changes after a member was revoked. */
export async function channelOf(on: Queries, project: string): Promise<string> {
  const [row] = await on.query('SELECT hookloom.channel_of($1) AS name', [project]);
  return String(row!['name']);
}

/** Called after the commit of new events. */
export async function notifyMembers(on: Queries, project: string): Promise<void> {
  await on.query('SELECT hookloom.notify($1)', [project]);
}
