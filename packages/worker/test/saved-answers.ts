/** Asks the worker by route and by tool, and gives the answers without what differs on every run. */
import fs from 'node:fs';
import path from 'node:path';
import { renderCitation } from '@hookloom/core';
import { createDispatch } from '../src/mcp/dispatch.ts';
import { listingOf } from '../src/mcp/profile.ts';
import { tools } from '../src/mcp/tools/index.ts';
import type { Caller } from '../src/operations/context.ts';
import { projectedRuntime, workspace } from './fixture.ts';
import type { Site } from './viewer/viewer-site.ts';

/** Without times of this run, hashes and the places of this machine. */
function stable(text: string): string {
  return text
    .replaceAll(process.cwd(), '/hookloom')
    .replace(/(#|\bq|evt_|episode:|claim:|\b(?=[a-f]*\d))[0-9a-f]{8,64}\b/g, '$1HEX')
    .replace(/"(bytes|took_ms)": \d+/g, '"$1": N')
    .replace(/\b\d+\.\d+\b/g, 'N.N');
}

/** With what is sent, if anything, after the method if it is not POST. `$N` is the citation of event N. */
export async function answersOfRoutes(site: Site, folder: string, routes: string): Promise<string> {
  const answers: string[] = [];
  for (const request of routes.trim().split('\n')) {
    const [, named, route, body] = /^([A-Z]+ )?(\S+)(?: (.*))?$/.exec(request)!;
    const asking = route!.replace(/\$(\d+)/, (_, seq) =>
      encodeURIComponent(citation(folder, Number(seq))),
    );
    const asked = await fetch(`${site.url}${asking}`, {
      method: named?.trim() ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    const text = await asked.text();
    const isJson = asked.headers.get('content-type')?.startsWith('application/json') === true;
    answers.push(
      `${request} ${asked.status}`,
      isJson ? JSON.stringify(JSON.parse(text), null, 1) : text,
    );
  }
  return stable(answers.join('\n').replaceAll(folder, '/tmp'));
}

/** Of an event of the recorded workspace. */
function citation(folder: string, seq: number): string {
  const log = fs.readFileSync(
    path.join(folder, 'invoices/.eventloom/invoices-default.jsonl'),
    'utf8',
  );
  const { integrity } = JSON.parse(log.split('\n')[seq - 1]!) as { integrity: { hash: string } };
  return `eventloom://invoices-default/events/${seq}#${integrity.hash.slice('sha256:'.length)}`;
}

export type Call = readonly [tool: string, args: Record<string, unknown>];

/** In the order of the calls, each up to `most` characters. Proposals cite event 2, and `$N` is the citation of event N. */
export async function answersOfTools(calls: readonly Call[], most = Infinity): Promise<string> {
  const { runtime, store } = await projectedRuntime();
  const listing = listingOf('full', tools);
  const call = createDispatch({ runtime, tools, listing, adminToken: undefined });
  const caller: Caller = { channel: 'model', client: 'codex', connection: 'c1' };
  const answers: string[] = [];
  for (const [name, args] of calls) {
    const hash = (await store.at(workspace.session, 2))?.hash;
    const source_events = [{ seq: 2, hash }];
    const isCited = args['source_events'] !== undefined;
    const at = Number(/^\$(\d+)$/.exec(String(args['citation']))?.[1] ?? 0);
    const cited = (await store.at(workspace.session, at))?.hash;
    const given = {
      ...args,
      ...(isCited && { source_events }),
      ...(cited !== undefined && { citation: renderCitation(workspace.session, at, cited) }),
    };
    const { text } = await call(name, given, caller);
    answers.push(`${name} ${JSON.stringify(args)}`, stable(text).slice(0, most));
  }
  return stable(answers.join('\n'));
}
