import type { JsonObject, JsonValue } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import { eventsOf, runtimeOf, workspace } from '../../test/fixture.ts';
import { inCallScope } from '../call-scope.ts';

const session = workspace.session;
const MISSING = `eventloom://${session}/events/9#0123456789ab`;

async function withEvidence() {
  const { runtime, store } = await runtimeOf();
  const cite = async (of: string) => {
    const { seq, hash, citation } = await runtime.append({
      event_type: 'verification.recorded',
      actor: 'assistant',
      payload: { title: `The suite passes in ${of}` },
      session_id: of,
    });
    return { seq, hash, citation };
  };
  const here = await cite(session);
  const there = await cite('other');
  const decide = (more: JsonObject, event_type = 'decision.made') =>
    runtime.append({ event_type, actor: 'assistant', payload: { decision: 'Ship', ...more } });
  const written = async () => (await eventsOf(store)).length;
  return { runtime, store, here, there, decide, written };
}

const FIELDS = ['citations', 'source_citations', 'source_events', 'evidence'];

describe.each(FIELDS)('a citation in %s of an appended event', (field) => {
  it('is accepted in every form if the log contains the event', async () => {
    const { decide, here, there, written } = await withEvidence();
    const { seq, hash, citation } = here;
    const forms: JsonValue[] = [
      citation,
      [citation, there.citation],
      [{ citation, note: 'why' }],
      { seq, hash },
      [{ seq, hash: `sha256:${hash}` }],
      [{ seq: there.seq, hash: there.hash.slice(0, 12), session_id: 'other' }],
    ];
    for (const form of forms) await decide({ [field]: form });
    expect(await written()).toBe(1 + forms.length);
  });

  it('is refused by name if the log does not contain the event, and nothing is written', async () => {
    const { decide, here, written } = await withEvidence();
    const wrong = here.citation.replace(/#.*/, `#${'0'.repeat(12)}`);
    await expect(decide({ [field]: [here.citation, MISSING, wrong] })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(`${MISSING}.*${wrong}`) as string,
    });
    expect(await written()).toBe(1);
  });

  it.each<[string, JsonObject]>([
    ['another hash', { seq: 1, hash: '0'.repeat(64) }],
    ['a hash of a few characters', { seq: 1, hash: '' }],
    ['a place beyond the end', { seq: 99, hash: '0'.repeat(64) }],
    ['no place at all', { seq: -1.5, hash: '0'.repeat(64) }],
    ['an invalid session', { seq: 1, hash: '0'.repeat(64), session_id: '../x' }],
    ['a text that only begins like a citation', { citation: 'eventloom://nowhere' }],
  ])('is refused with %s', async (_, item) => {
    const { decide, written } = await withEvidence();
    await expect(decide({ [field]: [item] })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await written()).toBe(1);
  });

  it('may be words instead of a citation', async () => {
    const { decide, written } = await withEvidence();
    await decide({ [field]: ['the build log', { seq: 'first' }, 7, null] });
    expect(await written()).toBe(2);
  });
});

describe('citations of an appended event', () => {
  it('name at most ten of the missing ones, and say how many more there are', async () => {
    const { decide } = await withEvidence();
    const citations = Array.from(
      { length: 12 },
      (_, at) => `eventloom://${session}/events/${at + 50}#0123456789ab`,
    );
    await expect(decide({ citations })).rejects.toMatchObject({
      message: expect.stringMatching(/events\/59#.* and 2 more\.$/) as string,
    });
  });

  it('are limited to 200', async () => {
    const { decide, here, written } = await withEvidence();
    await decide({ citations: Array.from({ length: 200 }, () => here.citation) });
    await expect(
      decide({ citations: Array.from({ length: 201 }, () => here.citation) }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await written()).toBe(2);
  });

  it('are not checked in events of an undefined type', async () => {
    const { decide, written } = await withEvidence();
    await decide({ citations: [MISSING] }, 'deploy.finished');
    expect(await written()).toBe(2);
  });

  it('tell a connection that is bound to one session nothing about another', async () => {
    const { decide, there, written } = await withEvidence();
    const { seq, hash, citation } = there;
    for (const item of [citation, { seq, hash, session_id: 'other' }])
      await expect(
        inCallScope({ session }, () => decide({ citations: [item] })),
      ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await written()).toBe(1);
  });

  it('are not reported as missing if the log could not be read', async () => {
    const { decide, store, here } = await withEvidence();
    store.at = () => Promise.reject(new Error('disk'));
    await expect(decide({ citations: [here.citation] })).rejects.toThrow('disk');
  });
});
