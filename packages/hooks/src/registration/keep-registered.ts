/**
 * Compares the events registered in a client's settings with those that its hook files need, and starts our own command
 * if they differ. The command edits settings and install record together, so that uninstalling restores the user's bytes;
 * it runs in the background, because the client waits for the hook.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { readFileText } from '../found/settings-text.ts';
import type { DispatchRequest } from '../engine/dispatch-request.ts';
import type { Handler } from '../engine/handler.ts';
import type { LoadedConfig } from '../engine/load.ts';
import type { GuardAnswer } from '../engine/review/refusals.ts';
import { placeOf } from '../engine/telemetry.ts';
import { needsReviews } from '../engine/review/record-paths.ts';
import { openReviews } from '../engine/review/reviews.ts';
import { isRunHere, nativeEvents, neededEvents } from './needed-events.ts';
import { readRegistration, type Registration } from './read-registration.ts';
import { whyNot } from './why-not.ts';

/** @returns A message for the person: critical guards that do not work in this session. */
export function keepRegistered(request: DispatchRequest, config: LoadedConfig): GuardAnswer[] {
  const { client, projectDir, home, env, detach } = request;
  const target = detach?.target ?? null;
  if (client.name === 'generic' || target === null) return [];
  // No command installed our hooks here, so there is nothing to update.
  if (!fs.existsSync(path.join(target.dir, 'runtime', 'install.json'))) return [];
  const place = { root: projectDir, home: home ?? projectDir, env, platform: process.platform };
  const registered = readRegistration(client.name, place, readFileText);
  if (registered.files.length === 0) return [];
  // A guard that was removed from its file still refuses.
  const recorded = needsReviews(config, request)
    ? openReviews(config, request).recordedGuards()
    : [];
  const handlers = [...config.handlers, ...recorded];
  const needed = neededEvents(client, handlers);
  const answered = handlers
    .filter((handler) => isRunHere(handler, client))
    .flatMap(({ type }) => nativeEvents(client, type));
  const isCurrent =
    needed.length === registered.events.length &&
    needed.every((event) => registered.events.includes(event)) &&
    answered.every((event) => registered.answered.includes(event));
  if (!isCurrent) startRegistering(request, target.dir);
  return unfiredGuards(request, config, recorded, registered);
}

/** Once per session. A guard without a review has no effect, so it is not reported. */
function unfiredGuards(
  { client, event, projectDir, home }: DispatchRequest,
  config: LoadedConfig,
  recorded: readonly Handler[],
  registered: Registration,
): GuardAnswer[] {
  if (event.event_type !== 'session_start') return [];
  const reviewed = new Set(recorded.map(({ identity }) => identity));
  const isInForce = ({ identity, critical, source }: Handler): boolean =>
    critical && (reviewed.has(identity) || ['managed', 'user'].includes(source.file.layer));
  return config.handlers.filter(isInForce).flatMap((handler): GuardAnswer[] => {
    if (!isRunHere(handler, client)) return [];
    const not = whyNot(client, handler.type, registered);
    // Claude Code applies new settings at once; the event is being registered now.
    if (not === null || (not.reason === 'not_registered' && client.name === 'claude-code'))
      return [];
    const file = placeOf(handler.source, { projectDir, home });
    const next =
      not.reason === 'not_registered'
        ? 'It is registered now; start the session again.'
        : not.remediation;
    const detail = `The guard of ${file} does not work in this session. ${not.message} ${next}`;
    return [
      {
        response: { decision: 'none', system_message: detail },
        report: {
          kind: 'not_registered',
          refused: false,
          critical: true,
          file,
          hook_event: handler.event,
          detail,
        },
      },
    ];
  });
}

function startRegistering({ projectDir, env, detach }: DispatchRequest, dir: string): void {
  const { node, file } = detach!;
  const bin = path.join(path.dirname(path.dirname(file)), 'bin', 'hookloom.cjs');
  if (!fs.existsSync(bin)) return;
  const usual = path.join(projectDir, '.eventloom');
  const named = dir === usual ? [] : ['--eventloom-path', dir];
  const { NODE_OPTIONS: _options, NODE_EXTRA_CA_CERTS: _certificates, ...kept } = env;
  spawn(node, [bin, 'hooks', 'register', ...named], {
    cwd: projectDir,
    env: kept,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  }).unref();
}
