import { captureCommand } from '../capture/capture-command.ts';

export const command = captureCommand('claude-code', {
  word: 'claude',
  label: 'Claude Code',
  folder: 'CLAUDE_CONFIG_DIR, else ~/.claude',
});
