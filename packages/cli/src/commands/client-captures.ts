import { captureCommand } from '../capture/run-capture.ts';

export const claudeCapture = captureCommand(
  'claude-code',
  'claude',
  'Claude Code',
  'CLAUDE_CONFIG_DIR, else ~/.claude',
);
export const codexCapture = captureCommand('codex', 'codex', 'Codex', 'CODEX_HOME, else ~/.codex');
export const copilotCapture = captureCommand('copilot', 'copilot', 'Copilot CLI', '~/.copilot');
export const geminiCapture = captureCommand('gemini', 'gemini', 'Gemini CLI', '~/.gemini');
