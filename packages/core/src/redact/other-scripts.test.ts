import { expect, test } from 'vitest';
import { redactPayload, redactText } from './index.ts';

const TOKEN = 'q7XkZ2pW9vJ4tB8nQ1mR5sD3';

test.each([
  'κωδικός: ¤',
  'Ο κωδικός πρόσβασης είναι ¤',
  'ΚΩΔΙΚΟΣ: ¤',
  'كلمة المرور: ¤',
  'كلمة السر هي ¤',
  'رمز عبور: ¤',
  'סיסמה: ¤',
  'הסיסמה היא ¤',
  'पासवर्ड: ¤',
  'पासवर्ड है ¤',
  'รหัสผ่าน: ¤',
  'รหัสผ่านคือ ¤',
  'пароль от базы: ¤',
  '暗証番号は¤',
])('masks the password of %j', (line) => {
  for (const password of ['hunter22abc', 'Xy7!aB3k9', 'tulip-417x'])
    expect(redactText(`> ${line.replace('¤', password)}.`).text).toBe(
      `> ${line.replace('¤', '[REDACTED:password]')}.`,
    );
});

test.each([
  'διακριτικό: §',
  'رمز الدخول: §',
  'אסימון: §',
  'टोकन: §',
  'โทเค็น: §',
  'токен: §',
  '令牌：§',
  'トークン: §',
  '토큰: §',
  'ключ API: §',
])('masks the token of %j', (line) => {
  expect(redactText(line.replace('§', TOKEN)).text).toBe(
    line.replace('§', '[REDACTED:credential]'),
  );
});

test.each([
  'Ξέχασα τον κωδικό μου, στείλε email στο support2',
  'ο κωδικός είναι λάθος',
  '\u0643\u0644\u0645\u0629 \u0627\u0644\u0645\u0631\u0648\u0631 \u063a\u064a\u0631 \u0635\u062d\u064a\u062d\u0629',
  '\u05d4\u05e1\u05d9\u05e1\u05de\u05d4 \u05e9\u05d2\u05d5\u05d9\u05d4',
  '\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19\u0e44\u0e21\u0e48\u0e16\u0e39\u0e01\u0e15\u0e49\u0e2d\u0e07',
  'токен истёк: обновите src/auth2.ts',
  'ключ: кэш-v1-linux',
])('finds no secret in %j', (line) => {
  expect(redactText(line)).toEqual({ text: line, count: 0 });
});

test.each([
  'κωδικός',
  '\u05e1\u05d9\u05e1\u05de\u05d4',
  '\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19',
  'пароль',
])('masks the complete value under the key %j', (key) => {
  expect(redactPayload({ [key]: 'hunter' }).payload).toEqual({ [key]: '[REDACTED:password]' });
});
