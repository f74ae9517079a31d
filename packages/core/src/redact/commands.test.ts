import { expect, test } from 'vitest';
import { ORDINARY_COMMANDS, SECRET_COMMANDS } from './commands.fixture.ts';
import { redactText } from './index.ts';

/** Passwords that people make up, and random ones. */
const SECRETS = ['hunter22abc', 'tulip-quartz-417x', 'Xy7!aB3k9', 'q7XkZ2pW9vJ4tB8nQ1mR5sD3'];
/** Only random secrets are recognised without the word "password". */
const DRAWN = /vault login ¤|authToken|--with-token/;

test.each(SECRET_COMMANDS)('masks only the secret of %j', (line) => {
  for (const secret of DRAWN.test(line) ? SECRETS.slice(-1) : SECRETS)
    for (const [before, after] of [
      ['', ''],
      ['$ ', ' && ls'],
      ['cd x; ', '\nnext line'],
    ]) {
      const { text, count } = redactText(before + line.replace('¤', secret) + after);
      expect(text.replace(/\[REDACTED:[a-z-]+\]/, '¤')).toBe(before + line + after);
      expect(count).toBe(1);
    }
});

test.each(ORDINARY_COMMANDS)('keeps %j unchanged', (line) => {
  expect(redactText(line)).toEqual({ text: line, count: 0 });
});

test('masks ten secrets of one command and keeps its other words', () => {
  const line = (value: (at: number) => string): string =>
    `kubectl create secret generic x ${Array.from({ length: 10 }, (_, at) => `--from-literal=k${at}=${value(at)}`).join(' ')} -n shop`;
  expect(redactText(line((at) => `value-number-${at}`)).text).toBe(
    line(() => '[REDACTED:password]'),
  );
});

test('masks a secret in a command that a terminal or JSON printed', () => {
  const command = 'smbclient -U "bob%hunter22abc" //srv/share';
  for (const text of [JSON.stringify({ command }), `\u001b[1m${command}\u001b[0m`])
    expect(redactText(text).text).not.toContain('hunter22');
});
