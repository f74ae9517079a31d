import { captureCommand } from '../capture/run-capture.ts';

export const command = captureCommand('claude-code', {
  word: 'claude',
  label: 'Claude Code',
  folder: 'CLAUDE_CONFIG_DIR, else ~/.claude',
});
