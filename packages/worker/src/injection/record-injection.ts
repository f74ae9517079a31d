/** Records what a session received: which notes, and how many bytes. Views by people are not recorded. */
import { byOperation } from '@hookloom/core/events';
import type { Runtime } from '../runtime.ts';
import type { Layout } from './layout.ts';

export interface InjectedInto {
  /** The client's own session id. */
  session: string;
  client: string;
}

export async function recordInjection(
  { store, workspace }: Pick<Runtime, 'store' | 'workspace'>,
  { bytes, shown }: Layout,
  { session, client }: InjectedInto,
): Promise<void> {
  const payload = {
    session_id: session.slice(0, 200).toWellFormed(),
    client: client.slice(0, 40).toWellFormed(),
    bytes,
    notes: shown.map(({ row }) => row.event_id),
  };
  const origin = { channel: 'system' as const };
  const event = byOperation({ type: 'context.injected', actorId: 'zaxy', payload, origin });
  await store.append(workspace.session, [event], { durability: 'os' });
}
