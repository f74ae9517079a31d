/** Finds our hook handlers in a client's settings. Only what the client would run counts. Pure. */
import { flagValue, isJsonObject, ownCall, type JsonObject, type JsonValue } from '@hookloom/core';

/** One command of ours, with all the events that use it. */
export interface FoundHooks {
  file: string;
  events: string[];
  /** The command as in the file, one that requests context if there is one; over HTTP the address. */
  command: string;
  /**
   * `node`: a process each; `sh`: a script that stores the payload in the inbox; `http`: the worker; `sink`:
   * `hook-event`.
   */
  transport: 'node' | 'sh' | 'http' | 'sink';
  /** Whether one of the commands requests context. */
  injection: 'off' | 'session' | 'prompt';
  /** The log that the command names; null if the workspace decides. */
  eventloom_path: string | null;
  session_id: string | null;
  /** Absolute paths that must exist for the command to run. */
  needs: string[];
  ours: true;
}

/** The position of one handler, which matters to Codex. */
export interface OwnHandler {
  event: string;
  group: number;
  index: number;
  handler: JsonObject;
  /** The handler is in the event's list itself, in no group. */
  isFlat: boolean;
  /** The matcher of its group, if it has one. */
  matcher: string | null;
  found: Omit<FoundHooks, 'file' | 'events' | 'ours'> & { isFallback: boolean };
}

const SH_TRANSPORT = '#!/bin/sh\n# Hookloom: keeps one hook payload ';
const OUR_URL = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}\/hooks\/[a-z-]+$/;

/** The handlers of ours below a `hooks` object, in the order of the file. */
export function ownHandlers(hooks: JsonValue | undefined): OwnHandler[] {
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, at) => {
      if (!isJsonObject(group)) return [];
      const matcher = typeof group['matcher'] === 'string' ? group['matcher'] : null;
      // Cursor and Copilot list the handlers themselves.
      const isFlat = !Array.isArray(group['hooks']);
      const handlers = isFlat ? [group] : listOf(group['hooks']);
      return handlers.flatMap((handler, index) => {
        const found = isJsonObject(handler) ? readHandler(handler) : null;
        return found === null || !isJsonObject(handler)
          ? []
          : [{ event, group: at, index, handler, isFlat, matcher, found }];
      });
    }),
  );
}

/** One row for each command, so that a file with eleven events shows eleven events and one command. */
export function foundHooks(file: string, handlers: readonly OwnHandler[]): FoundHooks[] {
  const rows = new Map<string, FoundHooks>();
  for (const { event, found } of handlers) {
    const key = `${found.transport} ${plainCommand(found.command)}`;
    const row = rows.get(key);
    const { isFallback: _fallback, ...told } = found;
    if (row === undefined) rows.set(key, { file, events: [event], ...told, ours: true });
    else {
      if (!row.events.includes(event)) row.events.push(event);
      if (found.injection === 'off') row.command = found.command;
      if (row.injection === 'off' || found.injection === 'prompt') row.injection = found.injection;
    }
  }
  return [...rows.values()];
}

/** Without the parts that differ between events: the moment of injection, and Copilot's name of the event. */
function plainCommand(command: string): string {
  const plain = command.replace(/ --inject=\w+/, '');
  return / hook copilot /.test(plain) ? plain.replace(/ [a-z][A-Za-z]+$/, '') : plain;
}

function readHandler(handler: JsonObject): OwnHandler['found'] | null {
  const { type, url, args } = handler;
  const nowhere = {
    injection: 'off',
    eventloom_path: null,
    session_id: null,
    needs: [],
    isFallback: false,
  } as const;
  if (type === 'http')
    return typeof url === 'string' && OUR_URL.test(url)
      ? { ...nowhere, command: url, transport: 'http', needs: [] }
      : null;
  if (type !== undefined && type !== 'command') return null;
  for (const key of ['command', 'bash', 'powershell']) {
    const value = handler[key];
    if (typeof value !== 'string') continue;
    if (value.startsWith(SH_TRANSPORT))
      return { ...nowhere, command: value, transport: 'sh', needs: [] };
    // The exec form has separate words.
    const words = Array.isArray(args) ? args.filter((word) => typeof word === 'string') : [];
    const line = [value, ...words.map((word) => JSON.stringify(word))].join(' ');
    const call = ownCall(line);
    if (call === null || call.verb === 'serve') continue;
    const inject = flagValue(call.args, '--inject');
    return {
      command: line,
      transport: call.verb === 'hook' ? 'node' : 'sink',
      injection: inject === 'session' || inject === 'prompt' ? inject : 'off',
      eventloom_path: flagValue(call.args, '--eventloom-path'),
      session_id: flagValue(call.args, '--session-id'),
      needs: call.files,
      isFallback: call.isFallback || flagValue(call.args, '--fallback') !== null,
    };
  }
  return null;
}

export function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
