/** Protects guards around one event: what it refuses, and what it reports to the user. */
import fs from 'node:fs';
import type { HookResponse } from '@hookloom/core/hook';
import { CLIENTS } from '../../clients/index.ts';
import type { DispatchRequest } from '../dispatch-request.ts';
import type { Handler } from '../handler.ts';
import { OUTSIDE } from '../handler-index.ts';
import { covers } from '../review/refusals.ts';
import { shownPath } from '../review/reviewed-scope.ts';
import type { Reviews } from '../review/reviews.ts';
import {
  readAnnouncement,
  takeAnnouncement,
  keepMessages,
  takeMessages,
  type Finding,
} from './messages.ts';
import { beginAnswered, callKeys, noteAnswered } from './answered-calls.ts';
import { findConfigChange } from './config-change.ts';
import { editedFindings } from './edited-files.ts';
import { guardsInForce, SEARCH_EVENTS } from './guards-in-force.ts';
import { findMissed, markCall } from './missed-calls.ts';
import { findProtected } from './protected-call.ts';
import { searchSessions, type SearchRequest } from './search-sessions.ts';
import { noteSession, messagesOf } from './session-files.ts';
import { watchList, calledUsBefore, takeChanges } from './watched-files.ts';

export interface ProtectRequest {
  request: DispatchRequest;
  reviews: Reviews | null;
  /** The session's state folder. */
  state: string;
}

/** Runs before the handlers of an event. */
export function protect(asked: ProtectRequest) {
  const { request, reviews } = asked;
  const { event, projectDir, stateDir, home } = request;
  const shown = (file: string): string => shownPath(file, { projectDir, home });
  const inForce = reviews !== null && guardsInForce(reviews);
  const unasked = inForce ? unaskedCalls(asked, reviews) : [];
  const guarded = inForce ? guardedFindings(asked, reviews) : [];
  const changes = takeChanges(stateDir, watchedAs(request), watchList(request, reviews));
  const edited = changes.length === 0 ? [] : editedFindings(changes, event, shown);
  const found = [...guarded, ...edited];
  const findings = [...unasked, ...found];
  const own = found.filter(({ refused }) => !refused).map(({ message }) => message);
  const ofSessions = unasked.map(({ message }) => message).filter((message) => message !== '');
  return {
    responses: [
      ...findings.filter(({ refused }) => refused).map(refusal),
      ...reportAll(asked, own, inForce ? ofSessions : null),
    ],
    reports: findings.map(({ message: _message, ...report }) => report),
  };
}

/** At the end of an event before a call, when its guards have answered. */
export function leaveMark({ request, reviews, state }: ProtectRequest): void {
  if (reviews === null || !guardsInForce(reviews)) return;
  const { event, client, stateDir } = request;
  markCall(state, event);
  if (event.event_type === 'before_tool' && event.tool !== null)
    noteAnswered(stateDir, client.name, callKeys(event));
}

/** Calls that no event reported: of this session, and once per session also of others. */
function unaskedCalls({ request, state }: ProtectRequest, reviews: Reviews): Finding[] {
  const { event, stateDir, client } = request;
  const project = watchedAs(request);
  beginAnswered(stateDir, client.name);
  noteSession(stateDir, project, event);
  if (!SEARCH_EVENTS.includes(event.event_type)) return [];
  return searchSessions({
    stateDir,
    project,
    event,
    withOthers: event.event_type === 'session_start' || isFirstSearch(state),
    guardedSince: (name, call) => guardedSince(reviews, name, call),
  });
}

const guardedSince = (
  reviews: Reviews,
  ...[name, event]: Parameters<SearchRequest['guardedSince']>
): number | null => {
  const times = reviews
    .guardsSince()
    .filter(
      ({ handler }) =>
        handler.type === 'before_tool' &&
        !CLIENTS[name].runsItself.includes(handler.dialect) &&
        !reviews.isOffOnRecord(handler) &&
        covers(handler, { event }),
    )
    .map(({ at }) => (at === null ? 0 : Date.parse(at)));
  return times.length === 0 ? null : Math.min(...times);
};

/** If the hook at the start of the session was killed, the next event searches instead. */
function isFirstSearch(state: string): boolean {
  try {
    fs.writeFileSync(`${state}/searched`, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

function guardedFindings({ request, state }: ProtectRequest, reviews: Reviews): Finding[] {
  const { event, projectDir, stateDir, home, detach, client } = request;
  const hookFile = detach?.file ?? null;
  const isMeant = (guard: Handler): boolean =>
    guard.type === 'before_tool' &&
    !client.runsItself.includes(guard.dialect) &&
    covers(guard, { event: { ...event, event_type: 'before_tool' } });
  const missed = findMissed(state, event, () => reviews.recordedGuards().some(isMeant));
  // Keeps the search of the session file from reporting it again.
  if (missed !== null) noteAnswered(stateDir, client.name, callKeys(event));
  return [
    missed,
    findProtected(event, { stateDir, home, hookFile, projectDir }),
    findConfigChange(event, (file) => calledUsBefore(stateDir, watchedAs(request), file)),
  ].filter((finding) => finding !== null);
}

/** Outside every project there is one list for all folders. */
function watchedAs({ isOutside, projectDir }: DispatchRequest): string {
  return isOutside === true ? OUTSIDE : projectDir;
}

/**
 * A message that this event cannot carry waits for the next one that can.
 *
 * @param messages About this event and its session
 * @param ofSessions About calls of any session of the project; null if no critical guard is in force
 */
function reportAll(
  { request, state }: ProtectRequest,
  messages: readonly string[],
  ofSessions: readonly string[] | null,
): HookResponse[] {
  const { client, event, stateDir, projectDir } = request;
  const answers = client.capabilities.events[event.native_event]?.answers;
  const carries = answers?.system_message?.survival;
  if (carries !== 'kept' && carries !== 'changed') {
    if (messages.length > 0) keepMessages(state, messages);
    if (ofSessions !== null && ofSessions.length > 0)
      keepMessages(messagesOf(stateDir, watchedAs(request)), ofSessions);
    return [];
  }
  const isStart = event.event_type === 'session_start';
  const review = takeAnnouncement(readAnnouncement(stateDir, projectDir), state, isStart);
  const late =
    ofSessions === null
      ? []
      : [...takeMessages(messagesOf(stateDir, watchedAs(request))), ...ofSessions];
  const all = [...takeMessages(state), ...late, ...messages, ...(review === null ? [] : [review])];
  return all.map((text) => ({ decision: 'none', system_message: text }));
}

function refusal({ message }: Finding): HookResponse {
  const reason = `Refused: ${message}`;
  return { decision: 'deny', reason, system_message: reason };
}
