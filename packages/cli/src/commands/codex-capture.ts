import { captureCommand } from '../capture/capture-command.ts';

export const command = captureCommand('codex', {
  word: 'codex',
  label: 'Codex',
  folder: 'CODEX_HOME, else ~/.codex',
});
