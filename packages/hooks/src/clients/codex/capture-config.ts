/**
 * `.codex/zaxy-capture.json` says that Codex's own session files are imported into this workspace's log. It holds paths
 * and names, and nothing else. Pure.
 */
import path from 'node:path';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';

/** Relative to the workspace. */
export const CODEX_CAPTURE_FILE = '.codex/zaxy-capture.json';

export interface CodexCaptureConfig {
  client: 'codex';
  capture: 'local-session-jsonl';
  /** Absolute; whose `sessions/` is read. */
  codex_home: string;
  /** Absolute. */
  eventloom_path: string;
  session_id: string;
  source: string;
  /** Absolute. */
  workspace: string;
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
export function readCodexCaptureConfig(text: string): CodexCaptureConfig | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(value)) return null;
  const { client, capture, codex_home, eventloom_path, session_id, source, workspace }: JsonObject =
    value;
  if (client !== 'codex' || capture !== 'local-session-jsonl') return null;
  if (typeof eventloom_path !== 'string' || typeof session_id !== 'string') return null;
  const orElse = (given: unknown, otherwise: string): string =>
    typeof given === 'string' && given !== '' ? given : otherwise;
  return {
    client,
    capture,
    codex_home: orElse(codex_home, ''),
    eventloom_path,
    session_id,
    source: orElse(source, 'codex-local'),
    workspace: orElse(workspace, path.dirname(eventloom_path)),
  };
}
