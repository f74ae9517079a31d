/** Exports of notes, and what an import makes of them. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aSession, call, get, open, root, withNoteServer } from './note-server.fixture.ts';

withNoteServer();

describe('the routes for notes', () => {
  it('export lines that another memory imports once', async () => {
    await aSession();
    const { text } = await get('/api/export');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ kind }) => kind)).toEqual([
      'export',
      'session',
      'prompt',
      'observation',
      'summary',
    ]);
    const type = 'application/x-ndjson';
    const again = await call('POST', '/api/import', text, { type });
    expect(again.json).toEqual({
      success: true,
      stats: {
        sessionsImported: 0,
        sessionsSkipped: 1,
        promptsImported: 0,
        promptsSkipped: 1,
        observationsImported: 0,
        observationsSkipped: 1,
        summariesImported: 0,
        summariesSkipped: 1,
      },
    });
    mkdirSync(path.join(root, 'other'));
    const other = await open('other');
    const to = other.server;
    const first = await call('POST', '/api/import', text, { type, to });
    expect(first.json.stats).toMatchObject({
      sessionsImported: 1,
      promptsImported: 1,
      observationsImported: 1,
      summariesImported: 1,
    });
    const second = await call('POST', '/api/import', text, { type, to });
    expect(second.json.stats).toMatchObject({ observationsImported: 0, observationsSkipped: 1 });
    const { json } = await call('GET', '/api/observations', undefined, { to });
    expect(json.items).toMatchObject([
      {
        title: 'Login keeps the refresh token',
        created_at: '2026-11-21T10:03:00.000Z',
        files_modified: ['src/login.ts'],
      },
    ]);
    await other.server.close();
    await other.runtime.close();
  });

  it('import the documented export of another product, lists as JSON text and ids by session', async () => {
    const body = {
      sessions: [
        {
          content_session_id: 'agent-1',
          memory_session_id: 'mem-1',
          project: 'shop',
          started_at_epoch: 1_700_000_000_000,
          status: 'completed',
          completed_at_epoch: 1_700_000_100_000,
        },
      ],
      observations: [
        {
          memory_session_id: 'mem-1',
          project: 'shop',
          type: 'bugfix',
          title: 'Old note',
          facts: '["one","two"]',
          created_at_epoch: 1_700_000_050_000,
        },
      ],
      prompts: [
        {
          content_session_id: 'agent-1',
          prompt_number: 3,
          prompt_text: 'Old prompt',
          created_at_epoch: 1_700_000_010_000,
        },
      ],
      summaries: [{ memory_session_id: 'mem-1', created_at_epoch: 1_700_000_060_000 }],
    };
    expect((await call('POST', '/api/import', body)).json.stats).toMatchObject({
      sessionsImported: 1,
      observationsImported: 1,
      promptsImported: 1,
      summariesSkipped: 1,
    });
    expect((await call('POST', '/api/import', body)).json.stats).toMatchObject({
      sessionsSkipped: 1,
      observationsSkipped: 1,
      promptsSkipped: 1,
    });
    expect((await get('/api/observations')).json.items).toMatchObject([
      {
        content_session_id: 'agent-1',
        facts: ['one', 'two'],
        created_at_epoch: 1_700_000_050_000,
        channel: 'file',
      },
    ]);
    expect((await get('/api/prompts')).json.items).toMatchObject([{ prompt_number: 3 }]);
    expect((await get('/api/sessions')).json.items).toMatchObject([{ status: 'completed' }]);
    for (const wrong of [{ sessions: 5 }, { prompts: ['x'] }])
      expect((await call('POST', '/api/import', wrong)).status).toBe(400);
  });
});
