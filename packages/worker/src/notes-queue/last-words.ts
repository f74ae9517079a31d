/**
 * The last words of a turn from the client's own file, if its end did not contain them. Read when notes are made, never
 * in a hook.
 */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, parseJsonObject, readEnd } from '@hookloom/core';
import { redactPayload } from '@hookloom/core/redact';
import {
  CLIENTS,
  isClient,
  newReaderState,
  readTranscriptLine,
  type TranscriptClient,
} from '@hookloom/hooks/clients';

export interface LastWords {
  request: string | null;
  lastWords: string | null;
}

export interface LastWordsRequest {
  /** The file that the hook named. */
  file: string;
  client: string;
  root: string;
  env: Record<string, string | undefined>;
}

/** How many bytes at the end of the file are read. Only this part of a longer turn counts. */
const MAX_BYTES = 512 * 1024;
const MAX_CHARS = 65_536;

/**
 * Without reminders and private prompts, and masked. Null if the file is not a session of the client or in the
 * workspace, is reached through a link, or cannot be read: no note is better than a wrong one.
 */
export function lastWordsIn(request: LastWordsRequest): LastWords | null {
  const { client } = request;
  if (!isClient(client) || CLIENTS[client].transcript === null || !isAllowed(request, client))
    return null;
  return attempt(() => wordsOf(client, readEnd(request.file, MAX_BYTES) ?? ''));
}

function isAllowed({ file, root, env }: LastWordsRequest, client: TranscriptClient): boolean {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const place = { root, home: home ?? '', env, platform: process.platform };
  const sessions = home === undefined ? null : (CLIENTS[client].paths?.sessions(place) ?? null);
  if (!path.isAbsolute(file)) return false;
  try {
    const real = fs.realpathSync(file);
    const folders = [root, sessions].filter((folder) => folder !== null && fs.existsSync(folder));
    return folders.some((folder) => real.startsWith(fs.realpathSync(folder!) + path.sep));
  } catch {
    return false;
  }
}

function wordsOf(client: TranscriptClient, text: string): LastWords | null {
  // The line with the session id may be before the part that is read.
  const state = { ...newReaderState(), sessionId: 'session' };
  const found: LastWords = { request: null, lastWords: null };
  for (const line of text.split('\n')) {
    const value = parseJsonObject(line);
    for (const record of value === null ? [] : readTranscriptLine(client, value, state)) {
      if (record.kind === 'user_turn') {
        found.request = clean(record.text);
        found.lastWords = null;
      } else if (record.kind === 'assistant_turn') found.lastWords = clean(record.text);
    }
  }
  if (state.isPrivate) return null;
  return found.request === null && found.lastWords === null ? null : found;
}

function clean(text: string): string | null {
  const { content } = redactPayload({ content: text.slice(0, MAX_CHARS).toWellFormed() }).payload;
  return typeof content === 'string' && content.trim() !== '' ? content : null;
}
