/** Whether a client's registration must be compared with its hook files again. */
import fs from 'node:fs';
import path from 'node:path';
import { attempt } from '@hookloom/core';
import type { DispatchRequest } from '../engine/dispatch-request.ts';
import { indexFile } from '../engine/handler-index.ts';
import type { LoadedConfig } from '../engine/load.ts';

/**
 * At the start of a session, and whenever the hook files use another set of events than when this was last asked. If it
 * cannot be told, `hooks doctor` still finds what is not registered.
 */
export function isRegistrationDue(request: DispatchRequest, config: LoadedConfig): boolean {
  const { client, event, projectDir, env, stateDir, detach } = request;
  // Without a process that outlives this one nothing can be started: a trial, a test.
  if (detach === null || client.name === 'generic') return false;
  return attempt(() => {
    const file = indexFile(stateDir, client.name, projectDir, env).replace(/json$/, 'used');
    const used = usedBy(config);
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === used)
      return event.event_type === 'session_start';
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, used, { mode: 0o600 });
    return true;
  }, false);
}

function usedBy({ handlers }: LoadedConfig): string {
  const uses = handlers.map(({ type, dialect, critical }) => `${type} ${dialect} ${critical}`);
  return [...new Set(uses)].sort().join('\n');
}
