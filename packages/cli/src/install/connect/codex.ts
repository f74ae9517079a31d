/** Connects Codex: hooks of the project, its session files as a second source, and our server. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  CODEX_CAPTURE_FILE,
  codexCaptureConfig,
  PLACES,
  portableConfig,
  readCodexCaptureConfig,
} from '@hookloom/hooks/clients';
import type { PartRequest } from '../part-request.ts';
import { planParts } from '../plan-parts.ts';
import { readSettings } from '../settings-file.ts';
import { wholeFile } from '../whole-file.ts';
import { planCodexMcp } from './codex-mcp.ts';
import { trustPart, userTrustPart } from './codex-trust.ts';
import { fallbackParts } from './fallback-part.ts';
import { hooksOf } from './hooks-of.ts';
import type { ClientPlan, ConnectRequest, Step } from './request.ts';

export function planCodex(request: ConnectRequest): ClientPlan {
  const { place } = request;
  const parts: PartRequest[] = [];
  const steps: Step[] = [];
  if (request.hooks) {
    const file = request.hookOutput ?? PLACES.codex.hookFiles(place)[0]!;
    const hooks = hooksOf(request, 'codex', file);
    parts.push(hooks, capturePart(request));
    const trust = trustOf(request, file, hooks);
    const config = readSettings(trust.path);
    const state = config === null ? 'nothing' : trust.holds(config);
    // Trust that an earlier `init` wrote must be updated with the hooks.
    if (request.codex.isTrusted || state === 'outdated') parts.push(trust);
    else if (state === 'nothing') steps.push(TRUST_STEP);
    parts.push(...userParts(request));
  }
  if (request.mcp) {
    const mcp = planCodexMcp(request);
    parts.push(...mcp.parts);
    steps.push(...mcp.steps);
  }
  return { client: 'codex', parts, steps };
}

function trustOf(
  { place, rules }: Pick<ConnectRequest, 'place' | 'rules'>,
  file: string,
  hooks: PartRequest,
): PartRequest {
  const [planned] = planParts([hooks], rules).files;
  return trustPart(place, file, planned?.after ?? readSettings(file) ?? '');
}

/** The entries for git worktrees and, if we may write it, Codex's trust in them. */
export function userParts(request: ConnectRequest): PartRequest[] {
  const { place, rules, codex } = request;
  const [hooks] = fallbackParts(request, 'codex');
  if (hooks === undefined) return [];
  const [planned] = planParts([hooks], rules).files;
  const trust = userTrustPart(place, hooks.path, planned?.after ?? readSettings(hooks.path) ?? '');
  const config = readSettings(trust.path);
  // Whether an earlier `init` has written the trust in the project's hooks.
  const isOurs = codex.isTrusted || config?.includes('# >>> hookloom codex-trust-') === true;
  return isOurs ? [hooks, trust] : [hooks];
}

export const TRUST_STEP: Step = {
  text: 'Codex runs only hooks that you trust, and skips others silently. Start Codex in this folder, trust the folder, and review the hooks with /hooks. Or pass --codex-trusted-project.',
};

export const USER_TRUST_STEP: Step = {
  text: 'Codex runs a hook only after you trusted it, and skips others without a message: start Codex and review /hooks. Or pass --codex-trusted-project.',
};

/** `.codex/zaxy-capture.json`: enables the import of Codex's session files. */
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
      purpose: "also import Codex's own session files",
    },
    `${JSON.stringify(portableConfig(config, place), null, 2)}\n`,
    (there) => isDeepStrictEqual(readCodexCaptureConfig(there, place), config),
  );
}
