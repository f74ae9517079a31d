/** Gemini CLI: hooks and server in one file of the project. */
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import { serverPart } from '../server-part.ts';
import { fallbackParts } from './fallback-part.ts';
import { hooksOf } from './hooks-of.ts';
import { serverPartRequest, type ClientPlan, type ConnectRequest } from './request.ts';

export function planGemini(request: ConnectRequest): ClientPlan {
  const { place } = request;
  const file = HOOK_CLIENT_FILES.gemini.file(place.root);
  const parts = [];
  if (request.hooks)
    parts.push(
      hooksOf(request, 'gemini', request.hookOutput ?? file),
      ...fallbackParts(request, 'gemini'),
    );
  if (request.mcp) parts.push(serverPart('gemini', serverPartRequest(request)));
  const steps = request.hooks
    ? [
        {
          text: 'Where Gemini CLI asks whether you trust this folder, say yes: its hooks run only then.',
          isOnce: true,
        },
      ]
    : [];
  return { client: 'gemini', parts, steps };
}
