/** Deliveries that reach the log late because other programs used the processors. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkspace, eventsOf, type Workspace } from '../../test/run-hook.ts';
import { readerOf } from '../record/reader-of.ts';
import { type Target, recordDelivery } from '../record/record-delivery.ts';

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace.remove());

/** A notification has no id. */
function deliver({ startedMs, recordedMs }: { startedMs: number; recordedMs: number }): void {
  const payload = { session_id: 's1', hook_event_name: 'Notification', message: 'Waiting' };
  const bytes = Buffer.from(JSON.stringify(payload));
  const { dir, root } = workspace;
  const target: Target = { dir, root, session: 'shop-default', client: 'claude-code', startedMs };
  recordDelivery(target, { bytes, atMs: recordedMs }, readerOf, () => Date.now() + 5_000);
}
const starts = (): number =>
  eventsOf(workspace.dir).filter(({ type }) => type.startsWith('hook.notif')).length;

it('an event for which two hooks start at once is recorded once, however late one of them is', () => {
  const startedMs = Date.now();
  deliver({ startedMs, recordedMs: startedMs + 100 });
  deliver({ startedMs: startedMs + 30, recordedMs: startedMs + 40_000 });
  expect(starts()).toBe(1);
});

it('an event that happens again later is recorded again', () => {
  const startedMs = Date.now();
  deliver({ startedMs, recordedMs: startedMs + 100 });
  deliver({ startedMs: startedMs + 7_000, recordedMs: startedMs + 7_100 });
  expect(starts()).toBe(2);
});
