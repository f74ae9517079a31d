import { captureCommand } from '../capture/run-capture.ts';

export const claudeCapture = captureCommand('claude-code', {
  word: 'claude',
  label: 'Claude Code',
  folder: 'CLAUDE_CONFIG_DIR, else ~/.claude',
});

export const codexCapture = captureCommand('codex', {
  word: 'codex',
  label: 'Codex',
  folder: 'CODEX_HOME, else ~/.codex',
});

export const copilotCapture = captureCommand('copilot', {
  word: 'copilot',
  label: 'Copilot CLI',
  folder: '~/.copilot',
});

export const geminiCapture = captureCommand('gemini', {
  word: 'gemini',
  label: 'Gemini CLI',
  folder: '~/.gemini',
});
