/** Notices that hook files use other events than before, and has the client's registration follow them. */
import fs from 'node:fs';
import path from 'node:path';
import { keepRegistered } from './keep-registered.ts';
import type { DispatchRequest } from '../engine/dispatch-request.ts';
import { indexFile } from '../engine/handler-index.ts';
import type { LoadedConfig } from '../engine/load.ts';
import type { Said } from '../engine/review/refusals.ts';

/** At the start of a session, and whenever the hook files use another set of events than when this was last asked. */
/** @returns What the person must know of guards that this client cannot fire. */
export function registerWhenDue(request: DispatchRequest, config: LoadedConfig): Said[] {
  const { client, event, projectDir, env, stateDir, detach } = request;
  // Without a process that outlives this one nothing can be started: a trial, a test.
  if (detach === null || client.name === 'generic') return [];
  try {
    const file = indexFile(stateDir, client.name, projectDir, env).replace(/json$/, 'used');
    const used = usedBy(config);
    const isKnown = fs.existsSync(file) && fs.readFileSync(file, 'utf8') === used;
    if (isKnown && event.event_type !== 'session_start') return [];
    if (!isKnown) {
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      fs.writeFileSync(file, used, { mode: 0o600 });
    }
    return keepRegistered(request, config);
  } catch {
    // `hooks doctor` still finds what is not registered.
    return [];
  }
}

function usedBy({ handlers }: LoadedConfig): string {
  const uses = handlers.map(({ type, dialect, critical }) => `${type} ${dialect} ${critical}`);
  return [...new Set(uses)].sort().join('\n');
}
