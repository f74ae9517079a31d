/** Cursor: hooks and server in two files of the project. */
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import { serverPart } from '../server-part.ts';
import { hooksOf } from './hooks-of.ts';
import { serverPartRequest, type ClientPlan, type ConnectRequest } from './request.ts';

export function planCursor(request: ConnectRequest): ClientPlan {
  const { place } = request;
  const parts = [];
  if (request.hooks)
    parts.push(
      hooksOf(request, 'cursor', request.hookOutput ?? HOOK_CLIENT_FILES.cursor.file(place.root)),
    );
  if (request.mcp) parts.push(serverPart('cursor', serverPartRequest(request)));
  return { client: 'cursor', parts, steps: [] };
}
