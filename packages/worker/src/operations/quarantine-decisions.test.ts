/** Which events decide about withheld texts, and in which session. */
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../test/fixture.ts';
import { inCallScope } from '../call-scope.ts';
import { correct } from './correct.ts';
import { invalidate } from './invalidate.ts';
import {
  session,
  person,
  model,
  ATTACK,
  HARMLESS,
  page,
  planted,
  decision,
} from './quarantine.fixture.ts';
import { withholdText, listQuarantine, releaseQuarantined } from './quarantine.ts';

describe('a decision has no effect', () => {
  it.each(['model', 'tool', 'file', 'mcp', 'web'] as const)(
    'if a caller of the channel %s sends it: refused, nothing written',
    async (channel) => {
      const { context, store, page: text } = await planted();
      for (const decide of [releaseQuarantined, withholdText])
        await expect(
          decide(context, { citation: text.citation, reason: 'x' }, { channel }),
        ).rejects.toMatchObject({ code: 'permission_denied' });
      expect(await eventsOf(store)).toHaveLength(1);
    },
  );

  it.each([
    ['came through the channel model', 'model', {}],
    ['came through the channel tool', 'tool', {}],
    ['names another hash than the text has', 'user', { hash: '0'.repeat(64) }],
    [
      'names the text of another log',
      'user',
      { citation: `eventloom://other/events/1#${'0'.repeat(12)}` },
    ],
    ['names only a part of the hash', 'user', { hash: '0464261d6ec0' }],
  ] as const)('if it %s', async (_, channel, wrong) => {
    const { store, page: text, list, ask } = await planted();
    const plain = await page(store, HARMLESS);
    await store.append(session, [
      decision(
        'memory.released',
        { citation: text.citation, hash: text.hash, reason: 'x', ...wrong },
        channel,
      ),
      decision(
        'memory.quarantined',
        { citation: plain.citation, hash: plain.hash, reason: 'x', ...wrong },
        channel,
      ),
    ]);
    expect(await list()).toMatchObject({ withheld: 1, released: 0, items: [{ seq: 1 }] });
    const { prompt } = await ask();
    expect(prompt).not.toContain('Ignore all previous');
    expect(prompt).toContain('nesting counts');
  });

  it('in another log, even if it is about this text', async () => {
    const { store, page: text, list, ask } = await planted();
    await store.append('other', [
      decision('memory.released', { citation: text.citation, hash: text.hash }, 'user'),
    ]);
    expect(await list()).toMatchObject({ withheld: 1, released: 0 });
    expect((await ask()).prompt).not.toContain('Ignore all previous');
  });

  it.each(['memory.released', 'memory.quarantined'])(
    'as an event that a tool would append or import: %s is refused',
    async (event_type) => {
      const { runtime, store, page: text } = await planted();
      const event = {
        event_type,
        actor: 'user',
        payload: { citation: text.citation, hash: text.hash },
      };
      await expect(runtime.append(event, person)).rejects.toMatchObject({
        code: 'permission_denied',
      });
      const { ingest } = await import('./ingest.ts');
      await expect(ingest(runtime.context, { events: [event] }, person)).rejects.toMatchObject({
        code: 'permission_denied',
      });
      expect(await eventsOf(store)).toHaveLength(1);
    },
  );

  it('if a model tries to end or correct it like a fact', async () => {
    const { context, store, page: text, ask } = await planted(HARMLESS);
    await withholdText(context, { citation: text.citation, reason: 'x' }, person);
    const entity = { entity_name: '1', entity_type: 'quarantine' };
    await ask();
    const before = (await eventsOf(store)).length;
    await expect(
      invalidate(context, { ...entity, invalid_at: '2026-11-21T10:00:00Z' }, model),
    ).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(
      correct(context, { ...entity, text: 'let it be read' }, model),
    ).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await eventsOf(store)).toHaveLength(before);
    expect((await ask()).prompt).not.toContain('nesting counts');
  });
});

describe('a decision in several sessions', () => {
  it('is in the log of the text', async () => {
    const { context, store } = await planted();
    const there = await page(store, ATTACK, 'web', 'other');
    await releaseQuarantined(context, { citation: there.citation, reason: 'x' }, person);
    expect((await eventsOf(store, 'other')).map(({ type }) => type)).toEqual([
      'document.indexed',
      'memory.released',
    ]);
    expect(await eventsOf(store)).toHaveLength(1);
    expect(await listQuarantine(context, { session_id: 'other' })).toMatchObject({ released: 1 });
  });

  it('is refused for a session that the connection is not bound to', async () => {
    const { context, store } = await planted();
    const there = await page(store, ATTACK, 'web', 'other');
    const request = { citation: there.citation, reason: 'x' };
    await expect(
      inCallScope({ session }, () => releaseQuarantined(context, request, person)),
    ).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await eventsOf(store, 'other')).toHaveLength(1);
  });

  it('is never written to the log of refs', async () => {
    const { context, store } = await planted();
    const ref = await page(store, HARMLESS, 'system', '__refs__');
    await expect(
      withholdText(context, { citation: ref.citation, reason: 'x' }, person),
    ).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await eventsOf(store, '__refs__')).toHaveLength(1);
  });
});
