import { describe, expect, it } from 'vitest';
import { runtimeOf } from '../../test/fixture.ts';

describe('refs', () => {
  it('name an event of a session, by default its head', async () => {
    const { runtime } = await runtimeOf();
    const note = { event_type: 'remark.made', actor: 'a', payload: {} };
    const first = await runtime.append(note);
    const second = await runtime.append(note);
    const main = {
      name: 'refs/heads/main',
      session_id: 'demo-default',
      target_seq: 2,
      target_hash: second.hash,
      ref_type: 'head',
    };
    expect(await runtime.refs.update({ name: 'refs/heads/main' })).toEqual(main);
    const release = {
      name: 'refs/tags/r1',
      target_seq: 1,
      target_hash: first.hash.slice(0, 12),
      ref_type: 'tag',
    };
    expect(await runtime.refs.update(release)).toMatchObject({
      target_seq: 1,
      target_hash: first.hash,
    });
    expect(await runtime.refs.resolve('refs/heads/main')).toEqual(main);
    expect((await runtime.refs.list()).map(({ name, target_seq }) => [name, target_seq])).toEqual([
      ['HEAD', 2],
      ['refs/heads/main', 2],
      ['refs/tags/r1', 1],
    ]);
  });

  it('are refused for a missing or different event', async () => {
    const { runtime } = await runtimeOf();
    await expect(runtime.refs.update({ name: 'refs/heads/main' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await runtime.append({ event_type: 'remark.made', actor: 'a', payload: {} });
    await expect(runtime.refs.update({ name: 'refs/x', target_seq: 9 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      runtime.refs.update({ name: 'refs/x', target_hash: '0123456789ab' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await expect(runtime.refs.update({ name: 'HEAD' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await runtime.refs.list({ session_id: undefined })).toHaveLength(1);
  });
});
