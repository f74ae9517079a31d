/** The hook commands for Claude Code in one workspace. */
import path from 'node:path';
import type { Workspace } from '@hookloom/core';
import type { ClaudeHookCommands } from '@hookloom/hooks/clients/claude-code/install';
import { renderShTransport } from '@hookloom/hooks/shim/sh-transport';
import { hookCommand, type OwnFiles } from './own-files.ts';

export interface ClaudeCommandRequest {
  workspace: Workspace;
  files: OwnFiles;
  /** `sh` puts observation-only events through a shell script. */
  transport: 'node' | 'sh';
}

/**
 * The shell transport stands in the settings as text, not as a file below `.eventloom`: that folder is ignored by git, so
 * a branch that tracks a file there would silently put its own in place of what our hooks run (T9).
 */
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
  const sh = renderShTransport({
    inboxDir: path.join(workspace.eventloomDir, 'inbox'),
    session: workspace.session,
    client: 'claude-code',
  });
  return { node, sh };
}
