import { expect, test } from 'vitest';
import { fill, seeded } from './corpus.fixture.ts';
import { DESTROYED, LEAKED } from './holes.fixture.ts';
import { redactText } from './index.ts';

const random = seeded(20_261_122);

/** Passwords that people make up: words with digits and signs in them. */
function password(): string {
  const words = ['hunter', 'winter', 'dragon', 'monkey', 'coffee', 'Sommer'];
  const word = (): string => words[random.below(words.length)]!;
  return `${word()}${10 + random.below(89)}${word().slice(0, 1 + random.below(4))}`;
}

test('masks a secret in sentences, settings, URLs and commands, in any language, and keeps the rest of the line', () => {
  const leaks: string[] = [];
  for (const line of LEAKED)
    for (let round = 0; round < 20; round++) {
      const value = line.includes('¤') ? password() : fill('[an32]', random);
      const { text } = redactText(line.replaceAll(/[§¤]/g, value));
      if (text.includes(value.slice(2, -2)) || !/\[REDACTED:[a-z-]+\]/.test(text)) leaks.push(line);
    }
  // A key may look like words by chance, about one in a thousand.
  const share = leaks.length / (LEAKED.length * 20);
  expect(share, [...new Set(leaks)].join('\n')).toBeLessThanOrEqual(0.002);
});

test.each([
  'first line\nпароль: hunter22abc\nlast line',
  'The log says "Enter password: hunter22abc" and stops.',
  '- pass: hunter22abc',
  'the site says "密码：hunter22abc"',
  'see `mot de passe : hunter22abc` in the file',
])('leaves nothing of the password in %j', (text) => {
  expect(redactText(text)).toEqual({
    text: text.replace('hunter22abc', '[REDACTED:password]'),
    count: 1,
  });
});

test.each(DESTROYED)('finds no secret in %j', (line) => {
  expect(redactText(line)).toEqual({ text: line, count: 0 });
});

test('keeps the text before and after a masked value', () => {
  expect(redactText('curl -sS -u admin:hunter22a https://x.invalid && ls').text).toBe(
    'curl -sS -u admin:[REDACTED:password] https://x.invalid && ls',
  );
  expect(redactText("mysql -u root -p'hunter22a' shop").text).toBe(
    "mysql -u root -p'[REDACTED:password]' shop",
  );
  expect(redactText('Das Passwort für db1 ist hunter22a, bitte ändern.').text).toBe(
    'Das Passwort für db1 ist [REDACTED:password], bitte ändern.',
  );
});
