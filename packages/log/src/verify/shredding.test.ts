/** Only the forgetting that a shredded line names vouches for it. */
import { expect, it } from 'vitest';
import { frameDigest, shredLine } from '../envelope/shredded-line.ts';
import { bytesSource } from '../read/byte-source.ts';
import { buildLog } from '../read/sealed-lines.fixture.ts';
import { verifySource } from './verify-log.ts';

const SALTED = `sha256:${'5a'.repeat(32)}`;

/** A log whose first event was shredded for the forgetting `by`; the forgetting `told` names it, and `changed` of it. */
function verified(by: string, told: string, changed: object = {}) {
  const log = buildLog().add({ id: 'evt_first' }, { id: 'evt_second' });
  const [{ line, id, seq }] = log.lines as [(typeof log.lines)[number]];
  const entry = { id, seq, digest: SALTED, frame: frameDigest(line), ...changed };
  for (const one of ['evt_forgetting', 'evt_another']) {
    // Each also names an event that keeps its content: its shredding may have been interrupted.
    const events = [{ ...entry, id: 'evt_second', seq: 2 }, ...(one === told ? [entry] : [])];
    log.add({ id: one, type: 'memory.forgotten', payload: { events } });
  }
  const text = log.bytes().toString('utf8');
  const shredded = shredLine(line, { by, digest: SALTED }, null);
  return verifySource(bytesSource(Buffer.from(text.replace(line, () => shredded))), {});
}

it('accepts a shredded line that its own forgetting names', () => {
  expect(verified('evt_forgetting', 'evt_forgetting')).toMatchObject({ ok: true, shredded: 1 });
});

it('refuses one that only another forgetting names', () => {
  for (const told of ['evt_another', 'none'])
    expect(verified('evt_forgetting', told), told).toMatchObject({
      ok: false,
      broken_reason: 'unvouched_shredding',
      broken_at_seq: 1,
    });
});

it.each([
  ['seq', { seq: 2 }],
  ['digest', { digest: `sha256:${'00'.repeat(32)}` }],
  ['frame', { frame: `sha256:${'00'.repeat(32)}` }],
])('refuses one whose forgetting names another %s', (_, changed) => {
  expect(verified('evt_forgetting', 'evt_forgetting', changed)).toMatchObject({
    ok: false,
    broken_reason: 'unvouched_shredding',
  });
});
