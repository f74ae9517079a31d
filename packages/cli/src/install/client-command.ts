/** The command that a client calls for every event. */
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import type { ClientName } from '@hookloom/core/hook';
import { PORTABLE_LAUNCHER } from '@hookloom/hooks/clients';
import { isFoundByFolder } from './mcp-servers/our-server.ts';
import { hookCommand, type OwnFiles } from './own-files.ts';
import { shellWords } from '@hookloom/core';

export interface CommandRequest {
  workspace: Workspace;
  files: OwnFiles;
  /** Whether the command is for a file of the project, which must contain nothing about this machine. */
  isInProject?: boolean;
}

/**
 * An argument names the client, because the environment does not: clients set each other's variables
 * (docs/reference/client-behaviour.md#cursor-configuration).
 */
export function clientCommand(
  { workspace, files, isInProject = false }: CommandRequest,
  client: ClientName,
): string {
  const { root, eventloomDir, session } = workspace;
  const named = ['--eventloom-path', eventloomDir, '--session-id', session];
  const isPortable = isInProject && files.launcher !== undefined && process.platform !== 'win32';
  if (!isPortable) return hookCommand(files, ['hook', client, ...named]);
  const isUsual = eventloomDir === path.join(root, '.eventloom');
  const words = isFoundByFolder(workspace) ? [] : isUsual ? named.slice(2) : named;
  return [PORTABLE_LAUNCHER, shellWords(['hook', client, ...words])].join(' ');
}
