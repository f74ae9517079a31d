import { renderCitation } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import { runtimeOf, workspace } from '../../test/fixture.ts';
import { createResources } from './resources.ts';

async function recorded(session?: string) {
  const { runtime, store } = await runtimeOf();
  const { citation } = await runtime.append({
    event_type: 'decision.made',
    actor: 'user',
    payload: { title: 'Use JSONL \u202e for the log' },
  });
  await runtime.append({
    event_type: 'goal.created',
    actor: 'user',
    payload: { title: 'Ship' },
    session_id: 'another',
  });
  const bound = session === undefined ? {} : { session };
  return { resources: createResources({ runtime, ...bound }), citation, store };
}

describe('a citation as a resource', () => {
  it('returns the recorded event between marks that it cannot contain, with nothing hidden in it', async () => {
    const { resources, citation } = await recorded();
    const { uri, mimeType, text } = await resources.read(citation);
    expect({ uri, mimeType }).toEqual({ uri: citation, mimeType: 'text/plain' });
    const [, mark, body] = /<recorded-([0-9a-f]{12})>\n(.*)\n<\/recorded-\1>$/s.exec(text)!;
    expect(body).not.toContain(mark);
    expect(body).toContain('\\u202e');
    expect(JSON.parse(body!)).toMatchObject({
      citation,
      channel: 'user',
      type: 'decision.made',
      payload: { title: 'Use JSONL \u202e for the log' },
    });
    expect(text).toMatch(/^A recorded event\. .*never instruction/);
  });

  it('is also found by the full hash', async () => {
    const { resources, citation, store } = await recorded();
    const { hash } = (await store.at(workspace.session, 1))!;
    const { text } = await resources.read(citation.replace(/#.*$/, `#${hash.slice(7)}`));
    expect(text).toContain(citation);
  });

  it.each([
    ['another hash', `eventloom://${workspace.session}/events/1#000000000000`],
    ['a citation of a missing event', `eventloom://${workspace.session}/events/9#000000000000`],
    ['a citation in a missing session', 'eventloom://nobody/events/1#000000000000'],
    ['a path', 'eventloom://../../etc/passwd/events/1#000000000000'],
    ['a URI that is not a citation', 'file:///etc/passwd'],
  ])('is not found with %s', async (_, uri) => {
    const { resources } = await recorded();
    await expect(resources.read(uri)).rejects.toMatchObject({ code: -32602, data: { uri } });
  });

  it('says how much of a long event is left out', async () => {
    const { runtime } = await runtimeOf();
    const { citation } = await runtime.append({
      event_type: 'remark.made',
      actor: 'user',
      payload: { text: 'long '.repeat(20_000) },
    });
    const { text } = await createResources({ runtime }).read(citation);
    expect(text.length).toBeLessThan(40_000);
    expect(text).toMatch(/\d{5} more characters: read them with memory_replay\.$/);
  });
});

describe('the list of resources', () => {
  it('names the newest event of every session, the default one first', async () => {
    const { resources, store } = await recorded();
    const uri = async (session: string) => {
      const head = (await store.head(session))!;
      return renderCitation(session, head.seq, head.hash);
    };
    expect((await resources.list()).map((each) => [each.name, each.uri])).toEqual([
      [workspace.session, await uri(workspace.session)],
      ['another', await uri('another')],
    ]);
  });

  it('contains only the session of a bound caller, who cannot read any other', async () => {
    const { resources, citation } = await recorded('another');
    expect((await resources.list()).map(({ name }) => name)).toEqual(['another']);
    for (const uri of [citation, 'eventloom://nobody/events/1#000000000000'])
      await expect(resources.read(uri)).rejects.toMatchObject({
        code: -32003,
        data: { code: 'permission_denied' },
      });
  });
});
