/** The hook commands for Claude Code in one workspace. */
import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from '@hookloom/core';
import type { ClaudeHookCommands } from '@hookloom/hooks/clients/claude-code/install';
import { renderShTransport } from '@hookloom/hooks/shim/sh-transport';
import { hookCommand, type OwnFiles } from './own-files.ts';
import { shellQuote } from './shell-quote.ts';

export interface ClaudeCommandRequest {
  workspace: Workspace;
  files: OwnFiles;
  /** `sh` puts observation-only events through a shell script. */
  transport: 'node' | 'sh';
}

/** Where the script of the shell transport is kept. */
export function shTransportFile(workspace: Workspace): string {
  return path.join(workspace.eventloomDir, 'runtime', 'hookloom-inbox.sh');
}

export function claudeCommands({
  workspace,
  files,
  transport,
}: ClaudeCommandRequest): ClaudeHookCommands {
  const node = hookCommand(files, [
    'hook',
    'claude-code',
    '--eventloom-path',
    workspace.eventloomDir,
    '--session-id',
    workspace.session,
  ]);
  if (transport === 'node') return { node };
  return { node, sh: `sh ${shellQuote(shTransportFile(workspace))}` };
}

/** Writes the script that the shell transport runs. */
export function writeShTransport(workspace: Workspace): void {
  const file = shTransportFile(workspace);
  const script = renderShTransport({
    inboxDir: path.join(workspace.eventloomDir, 'inbox'),
    session: workspace.session,
    client: 'claude-code',
  });
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, script, { mode: 0o700 });
}
