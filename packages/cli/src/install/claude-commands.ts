/** The hook commands for Claude Code in one workspace. */
import path from 'node:path';
import type { ClaudeHookCommands } from '@hookloom/hooks/clients/claude-code/install';
import { renderShTransport } from '@hookloom/hooks/shim/sh-transport';
import { clientCommand, type CommandRequest } from './client-command.ts';

export interface ClaudeCommandRequest extends CommandRequest {
  /** `sh` puts observation-only events through a shell script. */
  transport: 'node' | 'sh';
}

/**
 * The shell transport is in the settings as text, not in a file below `.eventloom`: git ignores that folder, so a
 * branch that tracks a file there would silently replace what our hooks run.
 */
export function claudeCommands({
  workspace,
  files,
  transport,
}: ClaudeCommandRequest): ClaudeHookCommands {
  const node = clientCommand({ workspace, files }, 'claude-code');
  if (transport !== 'sh') return { node };
  const sh = renderShTransport({
    inboxDir: path.join(workspace.eventloomDir, 'inbox'),
    session: workspace.session,
    client: 'claude-code',
  });
  return { node, sh };
}
