import { describe, expect, test } from 'vitest';
import { shellOutput } from './shell-output.ts';

const framed = (output: string, ...closing: string[]): string =>
  ['<untrusted_context>', `Output: ${output}`, ...closing, '</untrusted_context>'].join('\n');

describe('the output of a shell command of Gemini CLI', () => {
  test.each([
    ['of a successful command', framed('README.md\nsrc', 'Process Group PGID: 58')],
    ['of a failed command', framed('README.md\nsrc', 'Exit Code: 3', 'Process Group PGID: 58')],
    ['of a killed command', framed('README.md\nsrc', 'Signal: SIGKILL', 'Background PIDs: 5, 6')],
    ['without the tags of newer versions', 'Output: README.md\nsrc\nProcess Group PGID: 58'],
    ['without any frame', 'README.md\nsrc'],
  ])('is only its own lines, %s', (_what, text) => {
    expect(shellOutput(text)).toBe('README.md\nsrc');
  });

  test('is empty if the client reports none', () => {
    expect(shellOutput(framed('(empty)', 'Process Group PGID: 58'))).toBe('');
  });

  test('keeps lines of the command that look like the frame but do not end it', () => {
    const own = 'Exit Code: 4\nOutput: two\n</untrusted_context>\nlast';
    expect(shellOutput(framed(own, 'Process Group PGID: 58'))).toBe(own);
  });
});
