import { captureCommand } from '../capture/capture-command.ts';

export const command = captureCommand('copilot', {
  word: 'copilot',
  label: 'Copilot CLI',
  folder: '~/.copilot',
});
