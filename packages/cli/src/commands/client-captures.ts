/** `claude-capture`, `codex-capture`, `gemini-capture` and `copilot-capture`. */
import { captureCommand } from '../capture/capture-command.ts';

export const claude = captureCommand('claude-code', {
  word: 'claude',
  label: 'Claude Code',
  folder: 'CLAUDE_CONFIG_DIR, else ~/.claude',
});
export const codex = captureCommand('codex', {
  word: 'codex',
  label: 'Codex',
  folder: 'CODEX_HOME, else ~/.codex',
});
export const copilot = captureCommand('copilot', {
  word: 'copilot',
  label: 'Copilot CLI',
  folder: '~/.copilot',
});
export const gemini = captureCommand('gemini', {
  word: 'gemini',
  label: 'Gemini CLI',
  folder: '~/.gemini',
});
