/** Codex: hooks of the project, its own session files as a second source, and the server. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  CODEX_CAPTURE_FILE,
  codexCaptureConfig,
  readCodexCaptureConfig,
  type CodexCaptureConfig,
} from '@hookloom/hooks/clients/codex/capture-config';
import { PLACES } from '@hookloom/hooks/found/places';
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import type { PartRequest } from '../part-request.ts';
import { planParts } from '../plan-parts.ts';
import { readSettings } from '../settings-file.ts';
import { wholeFile } from '../whole-file.ts';
import { planCodexMcp } from './codex-mcp.ts';
import { trustPart } from './codex-trust.ts';
import { hooksOf } from './hooks-of.ts';
import type { ClientPlan, ConnectRequest, Step } from './request.ts';

export function planCodex(request: ConnectRequest): ClientPlan {
  const { place, rules } = request;
  const parts: PartRequest[] = [];
  const steps: Step[] = [];
  if (request.hooks) {
    const file = request.hookOutput ?? HOOK_CLIENT_FILES.codex.file(place.root);
    const hooks = hooksOf(request, 'codex', file);
    parts.push(hooks, capturePart(request));
    if (request.codex.isTrusted) {
      const [planned] = planParts([hooks], rules).files;
      parts.push(trustPart(place, file, planned?.after ?? readSettings(file) ?? ''));
    } else steps.push(TRUST_STEP);
  }
  if (request.mcp) {
    const mcp = planCodexMcp(request);
    parts.push(...mcp.parts);
    steps.push(...mcp.steps);
  }
  return { client: 'codex', parts, steps };
}

export const TRUST_STEP: Step = {
  text: 'Codex runs a hook only after you trusted it, and passes over others without a word: start Codex in this folder, say that you trust it, and review /hooks. Or pass --codex-trusted-project.',
};

/** `.codex/zaxy-capture.json`: that Codex's session files are imported as well (seeds/000). */
export function capturePart(
  request: Pick<ConnectRequest, 'place' | 'workspace' | 'source'>,
): PartRequest {
  const { place, workspace, source } = request;
  const config = codexCaptureConfig({
    codexHome: PLACES.codex.userFolder(place),
    eventloomDir: workspace.eventloomDir,
    session: workspace.session,
    root: place.root,
    ...(source === undefined ? {} : { source }),
  });
  return wholeFile(
    {
      path: path.join(place.root, CODEX_CAPTURE_FILE),
      part: 'capture',
      client: 'codex',
      purpose: "name Codex's own session files as a source",
    },
    captureText(config),
    (there) => isDeepStrictEqual(readCodexCaptureConfig(there), config),
  );
}

function captureText(config: CodexCaptureConfig): string {
  return `${JSON.stringify(config, null, 2)}\n`;
}
