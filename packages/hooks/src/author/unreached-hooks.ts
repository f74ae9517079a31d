/** Hooks whose event no client, or not every connected client, delivers as registered now; and events delivered twice. */
import path from 'node:path';
import { CLIENTS, CONNECTABLE, type Connectable } from '../clients/index.ts';
import type { ConfigProblem, Handler } from '../engine/handler.ts';
import type { SourceRequest } from '../engine/sources.ts';
import { inspectProgram } from '../found/inspect.ts';
import type { Place } from '../found/places.ts';
import { findDoubles } from '../registration/find-doubles.ts';
import { isRunHere, nativeEvents } from '../registration/needed-events.ts';
import { readRegistration, type Registration } from '../registration/read-registration.ts';
import { whyNot } from '../registration/why-not.ts';
import { readFileText } from '../found/settings-text.ts';

function placeOf({ projectDir, home, env }: SourceRequest): Place {
  return { root: projectDir, home: home ?? projectDir, env, platform: process.platform };
}

/** The clients that are connected to this project. */
export function registrationsHere(request: SourceRequest): Registration[] {
  return CONNECTABLE.map((client) =>
    readRegistration(client, placeOf(request), readFileText),
  ).filter(({ files }) => files.length > 0);
}

export function unreachedHooks(
  handlers: readonly Handler[],
  registrations: readonly Registration[],
  shown: (handler: Handler) => string,
): Finding[] {
  return handlers.flatMap((handler): Finding[] => {
    const place = shown(handler);
    const natively = CONNECTABLE.some(
      (name) =>
        CLIENTS[name].runsItself.includes(handler.dialect) &&
        nativeEvents(CLIENTS[name], handler.type).length > 0,
    );
    if (registrations.length === 0 && !natively)
      return [
        {
          severity: 'warning',
          code: 'never_fires',
          place,
          message: 'No client of this project calls Hookloom, so nothing fires this hook.',
          remediation:
            'Connect a client: `hookloom init`, or `hookloom hooks CLIENT --output FILE`.',
        },
      ];
    return registrations.flatMap((registration): Finding[] => {
      const client = CLIENTS[registration.client];
      if (!isRunHere(handler, client)) return [];
      const not = whyNot(client, handler.type, registration);
      if (not === null) return [];
      const { reason: code, message, remediation } = not;
      const severity = code === 'cannot_fire' ? 'warning' : 'error';
      return [{ severity, code, place, message, remediation }];
    });
  });
}

export function doubleDeliveries(
  request: SourceRequest,
  { projectDir, home }: Pick<SourceRequest, 'projectDir' | 'home'>,
): Finding[] {
  const place = placeOf(request);
  const shown = (file: string): string => {
    const inProject = path.relative(projectDir, file);
    if (!inProject.startsWith('..')) return inProject;
    return home !== null && file.startsWith(home + path.sep)
      ? `~/${path.relative(home, file)}`
      : file;
  };
  return findDoubles(
    CONNECTABLE.map((client) => inspectProgram(client, place, readFileText)),
    place.root,
  ).map(({ program, how, files, clean }) => ({
    severity: 'warning',
    code: 'double_firing',
    place: shown(clean),
    message: `${CLIENTS[program as Connectable].capabilities.title} ${how}: ${files.map(shown).join(' and ')}. Each event starts Hookloom twice and is handled once.`,
    remediation: `Remove the Hookloom entries from ${shown(clean)}.`,
  }));
}

/** Something about hooks that a person should fix. */
export interface Finding extends Omit<ConfigProblem, 'file' | 'line'> {
  /** `.codex/config.toml:12` */
  place: string;
}
