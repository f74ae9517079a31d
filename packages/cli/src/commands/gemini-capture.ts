import { captureCommand } from '../capture/run-capture.ts';

export const command = captureCommand('gemini', {
  word: 'gemini',
  label: 'Gemini CLI',
  folder: '~/.gemini',
});
