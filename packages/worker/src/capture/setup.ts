/** Prepares a pass from the user's options: folders, sources, the session of the log. */
import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import { attempt, notFound } from '@hookloom/core';
import {
  CLIENTS,
  CODEX_CAPTURE_FILE,
  readCodexCaptureConfig,
  type Place,
} from '@hookloom/hooks/clients';
import type { CaptureSource } from './lane.ts';
import { CAPTURE_CLIENTS, type CaptureClient } from './watcher-state.ts';

export interface HomesRequest {
  env: Record<string, string | undefined>;
  /** The user's home folder; null if there is none. */
  home: string | null;
  root: string;
  /** Absolute paths of the clients' folders that were given. */
  homes?: Partial<Record<CaptureClient, string>>;
  source?: string | undefined;
  clients?: readonly CaptureClient[];
}

/** One source for each client with a known folder, whose files may appear later. */
export function captureSources(request: HomesRequest): CaptureSource[] {
  const { env, home, root, homes = {}, source, clients = CAPTURE_CLIENTS } = request;
  const config = readConfig(root, home ?? '');
  return clients.flatMap((client): CaptureSource[] => {
    const configured = client === 'codex' && config?.codex_home !== '' ? config?.codex_home : null;
    const folder = homes[client] ?? configured ?? homeOf(client, { env, home, root });
    if (folder === null) return [];
    const told = client === 'codex' ? config?.source : undefined;
    return [{ client, home: folder, source: source ?? told ?? CLIENTS[client].transcript!.source }];
  });
}

function homeOf(
  client: CaptureClient,
  { env, home, root }: Pick<HomesRequest, 'env' | 'home' | 'root'>,
): string | null {
  if (home === null) return null;
  const place: Place = { root, home, env, platform: process.platform };
  const sessions = CLIENTS[client].paths?.sessions(place) ?? null;
  return sessions === null ? null : path.dirname(sessions);
}

/** The workspace as given, and its real path. Clients use either. */
export function rootsOf(root: string): string[] {
  const absolute = path.resolve(root);
  if (fs.statSync(absolute, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw notFound(
      `${absolute} is not a folder.`,
      'Pass the folder of the project with --workspace.',
    );
  return [...new Set([absolute, fs.realpathSync(absolute)])];
}

/** Uses the session in `.codex/zaxy-capture.json` if nothing more specific is set. */
export function captureSession(workspace: Workspace, given: string | undefined): string {
  if (given !== undefined) return workspace.session;
  return readConfig(workspace.root, '')?.session_id || workspace.session;
}

function readConfig(root: string, home: string): ReturnType<typeof readCodexCaptureConfig> {
  return attempt(() => {
    const text = fs.readFileSync(path.join(root, CODEX_CAPTURE_FILE), 'utf8');
    return readCodexCaptureConfig(text, { root, home });
  });
}
