import { createMemoryStore } from '@hookloom/log';
import { describe, expect, it } from 'vitest';
import { detectProfile, recordGenesis } from './genesis.ts';

const root =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);

describe('the genesis of a session', () => {
  it('recognises a folder with a manifest and a source folder as a codebase', () => {
    expect(detectProfile(root('package.json', 'src/', '.git/'))).toEqual({
      workspace_type: 'codebase',
      confidence: 0.8,
      signals: ['package.json', 'src/', '.git/'],
    });
  });

  it('is never fully certain', () => {
    const all = detectProfile(() => true);
    expect(all.confidence).toBe(0.95);
  });

  it('treats a folder with too few signals as a generic workspace without signals', () => {
    const generic = { workspace_type: 'generic_workspace', confidence: 0.2, signals: [] };
    expect(detectProfile(root('package.json'))).toEqual(generic);
    expect(detectProfile(root('src/', '.git/'))).toEqual(generic);
    expect(detectProfile(root())).toEqual(generic);
  });

  it('is recorded once per root and session', async () => {
    const store = createMemoryStore();
    const workspace = {
      root: '/nowhere/demo',
      eventloomDir: '/nowhere/.e',
      domain: 'demo',
      session: 'demo-default',
    };
    await recordGenesis(store, workspace);
    await recordGenesis(store, workspace);
    await recordGenesis(store, { ...workspace, session: 'other' });
    await recordGenesis(store, { ...workspace, root: '/nowhere/moved' });
    expect(await store.sessions()).toMatchObject([
      { session: 'demo-default', head: { seq: 2 } },
      { session: 'other', head: { seq: 1 } },
    ]);
    expect((await store.at('demo-default', 1))?.payload).toEqual({
      root: '/nowhere/demo',
      workspace_type: 'generic_workspace',
      confidence: 0.2,
      signals: [],
      instructions_profile: 'generic_workspace',
      session_id: 'demo-default',
      write_instructions: {
        preferred_events: ['goal.created', 'decision.made', 'task.completed', 'handoff.created'],
        avoid_writing: ['secrets', 'whole files', 'unchanged tool output'],
        indexing_strategy: 'events',
      },
    });
  });
});
