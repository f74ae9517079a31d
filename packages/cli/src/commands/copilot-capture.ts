import { captureCommand } from '../capture/run-capture.ts';

export const command = captureCommand('copilot', {
  word: 'copilot',
  label: 'Copilot CLI',
  folder: '~/.copilot',
});
