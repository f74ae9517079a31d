import { captureCommand } from '../capture/capture-command.ts';

export const command = captureCommand('gemini', {
  word: 'gemini',
  label: 'Gemini CLI',
  folder: '~/.gemini',
});
