/** Searches the session files of a project for calls that no guard saw, and returns what to report. */
import fs from 'node:fs';
import type { HookEvent } from '@hookloom/core/hook';
import { readAsked } from './asked-calls.ts';
import type { Finding } from './finding.ts';
import { claimReport, noteSearched, sessionsToSearch, type SessionFile } from './session-files.ts';
import { filesOf, findUnasked, linesOf } from './unasked-calls.ts';

export interface SearchRequest {
  stateDir: string;
  /** The key of the sessions. */
  project: string;
  event: HookEvent;
  /** Also search sessions that may never have sent their end. */
  withOthers: boolean;
  /** Since when a critical guard covers this event of a client, in epoch milliseconds; null if none does. */
  guardedSince(client: SessionFile['client'], event: HookEvent): number | null;
}

/** This many calls are named, further ones only counted. */
const MAX_TOLD = 5;

export function searchSessions(request: SearchRequest): Finding[] {
  const { stateDir, project, event, withOthers, guardedSince } = request;
  const findings = sessionsToSearch(stateDir, project, event, withOthers).flatMap((session) => {
    const searched = filesOf(session).map(sizeOf).join(' ');
    if (searched === session.searched) return [];
    const asked = readAsked(stateDir, session.client);
    const calls =
      asked === null
        ? []
        : findUnasked(session, linesOf(session), asked, (call) =>
            guardedSince(session.client, call),
          );
    const own = calls.filter(({ id }) => claimReport(stateDir, project, id));
    noteSearched(stateDir, project, { ...session, searched });
    return own.map(({ id, tool, at, sessionId }): Finding => {
      const time = new Date(at).toTimeString().slice(0, 8);
      return {
        kind: 'missed',
        refused: false,
        critical: true,
        call: { tool, id, sessionId },
        message: `At ${time} a ${tool} call ran without its critical hook: the hook was ended, or was not asked. Run \`hookloom hooks doctor\`.`,
        detail: `${tool} ran at ${new Date(at).toISOString()}, and no critical hook had answered for it; found in the session file of ${session.client}.`,
      };
    });
  });
  const more = `${findings.length - MAX_TOLD} more calls ran without their critical hook; the log has them all.`;
  return findings.map((finding, nth) =>
    nth < MAX_TOLD ? finding : { ...finding, message: nth === MAX_TOLD ? more : '' },
  );
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
