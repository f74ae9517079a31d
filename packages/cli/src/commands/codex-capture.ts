import { captureCommand } from '../capture/run-capture.ts';

export const command = captureCommand('codex', {
  word: 'codex',
  label: 'Codex',
  folder: 'CODEX_HOME, else ~/.codex',
});
