/**
 * `.codex/zaxy-capture.json` configures importing Codex's own session files into this workspace's log. It contains only
 * paths and names. Pure.
 */
import path from 'node:path';
import { attempt, isJsonObject, type JsonObject } from '@hookloom/core';

/** Relative to the workspace. */
export const CODEX_CAPTURE_FILE = '.codex/zaxy-capture.json';

export interface CodexCaptureConfig {
  client: 'codex';
  capture: 'local-session-jsonl';
  /** Absolute; its `sessions/` is read. */
  codex_home: string;
  /** Absolute. */
  eventloom_path: string;
  session_id: string;
  source: string;
  /** Absolute. */
  workspace: string;
}

/** The base folders of the paths in the file. */
export interface CaptureBase {
  /** The workspace, absolute. */
  root: string;
  home: string;
}

/** The same with portable paths: `.` is the workspace, `~` the home folder. */
export function portableConfig(
  config: CodexCaptureConfig,
  { root, home }: CaptureBase,
): CodexCaptureConfig {
  const below = (file: string): string => {
    const from = path.relative(root, file);
    if (!from.startsWith('..') && !path.isAbsolute(from)) return from === '' ? '.' : from;
    return file.startsWith(home + path.sep) ? `~${file.slice(home.length)}` : file;
  };
  const { codex_home, eventloom_path, workspace } = config;
  return {
    ...config,
    codex_home: below(codex_home),
    eventloom_path: below(eventloom_path),
    workspace: below(workspace),
  };
}

/** Key order is that of the file. */
export function codexCaptureConfig(of: {
  codexHome: string;
  eventloomDir: string;
  session: string;
  root: string;
  source?: string;
}): CodexCaptureConfig {
  return {
    client: 'codex',
    capture: 'local-session-jsonl',
    codex_home: of.codexHome,
    eventloom_path: of.eventloomDir,
    session_id: of.session,
    source: of.source ?? 'codex-local',
    workspace: of.root,
  };
}

/** The configuration in the file's text; null for anything else (a comment, another client, a missing field). */
export function readCodexCaptureConfig(
  text: string,
  { root, home }: CaptureBase,
): CodexCaptureConfig | null {
  const value: unknown = attempt(() => JSON.parse(text));
  if (!isJsonObject(value)) return null;
  const { client, capture, codex_home, eventloom_path, session_id, source, workspace }: JsonObject =
    value;
  if (client !== 'codex' || capture !== 'local-session-jsonl') return null;
  if (typeof eventloom_path !== 'string' || typeof session_id !== 'string') return null;
  const orElse = (given: unknown, otherwise: string): string =>
    typeof given === 'string' && given !== '' ? given : otherwise;
  const absolute = (file: string): string =>
    path.resolve(root, file.startsWith('~/') ? home + file.slice(1) : file);
  const codexHome = orElse(codex_home, '');
  const log = absolute(eventloom_path);
  return {
    client,
    capture,
    codex_home: codexHome === '' ? '' : absolute(codexHome),
    eventloom_path: log,
    session_id,
    source: orElse(source, 'codex-local'),
    workspace: absolute(orElse(workspace, path.dirname(log))),
  };
}
