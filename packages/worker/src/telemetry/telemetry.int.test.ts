/** Metrics and traces of a real worker: behind its token, without recorded text, and only on request. */
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from '@hookloom/hooks/testing';
import { startWorker } from '../up.ts';
import { WORKER } from '../worker.fixture.ts';

interface Span {
  name: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: object }[];
}

let workspace: Workspace;
beforeEach(() => void (workspace = createWorkspace()));
afterEach(() => workspace.remove());

function start(env: Record<string, string>) {
  return startWorker({
    ...WORKER,
    env: { HOME: path.dirname(workspace.root), RETRIEVAL_FUZZY: 'off', ...env },
  });
}

/** The requests that a collector received. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap((of: any) =>
          of.scopeSpans.flatMap(({ spans }: { spans: Span[] }) => spans),
        ),
      ) as Span[],
    close: () => void server.close(),
  };
}

it('counts and traces hooks, appends, projections and checkouts without recorded content', async () => {
  const collector = await startCollector();
  const before = process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
  try {
    const env = { HOOKLOOM_METRICS_ENABLED: 'true', HOOKLOOM_TRACES_ENABLED: 'true' };
    const worker = await start(env);
    const address = `http://127.0.0.1:${worker.port}`;
    const authorization = `Bearer ${fs.readFileSync(worker.tokenFile, 'utf8').trim()}`;
    const hook = {
      session_id: 's1',
      cwd: workspace.root,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'the canary sings at noon',
    };
    const answered = await fetch(`${address}/hooks/claude-code`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(hook),
    });
    expect(answered.status).toBe(200);
    const { runtime } = await worker.workspaces.forFolder(workspace.root);
    await runtime.append({
      event_type: 'decision.made',
      actor: 'user',
      payload: { title: 'Keep the canary in Redis' },
    });
    await runtime.checkout({ query: 'where is the canary kept?' });

    expect((await fetch(`${address}/metrics`)).status).toBe(401);
    const scraped = await fetch(`${address}/metrics`, { headers: { authorization } });
    expect(scraped.headers.get('content-type')).toContain('text/plain');
    const text = await scraped.text();
    for (const operation of ['hook', 'append', 'projection', 'checkout'])
      expect(text).toMatch(
        new RegExp(
          `hookloom_operation_seconds_count\\{operation="${operation}",outcome="ok"\\} [1-9]`,
        ),
      );
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('canary');
    await worker.close();

    const spans = collector.spans();
    const named = (name: string) => spans.filter((span) => span.name === `hookloom.${name}`);
    expect(named('hook')).toMatchObject([
      { attributes: [{ key: 'client', value: { stringValue: 'claude-code' } }] },
    ]);
    const [checkout] = named('checkout');
    expect(named('append').length).toBeGreaterThan(0);
    expect(named('projection').map(({ parentSpanId }) => parentSpanId)).toContain(checkout!.spanId);
    expect(collector.text()).not.toContain('canary');
    expect(collector.text()).not.toContain(workspace.root);
  } finally {
    if (before === undefined) delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    else process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = before;
    collector.close();
  }
});

it('is off by default, and refuses an invalid switch', async () => {
  const worker = await start({});
  const authorization = `Bearer ${fs.readFileSync(worker.tokenFile, 'utf8').trim()}`;
  const found = await fetch(`http://127.0.0.1:${worker.port}/metrics`, {
    headers: { authorization },
  });
  expect(found.status).toBe(404);
  await worker.close();
  await expect(start({ HOOKLOOM_METRICS_ENABLED: 'yes' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'HOOKLOOM_METRICS_ENABLED is neither true nor false.',
  });
});
