import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fill, generate, PREFIXED_SHAPES, seeded } from './corpus.fixture.ts';
import { redactText } from './index.ts';

const random = seeded(7);
const begin = ['-----BEGIN', 'RSA', 'PRIVATE', 'KEY-----'].join(' ');
const end = '-----END RSA PRIVATE KEY-----';

describe('masking a text', () => {
  test.each([
    ['postgres://app:s3cret-pass@db/app', 'postgres://app:[REDACTED:url]@db/app'],
    ['redis://:s3cret-pass@db:6379', 'redis://:[REDACTED:url]@db:6379'],
    [
      'Server=a;User Id=b;Password=P@ssw0rd!;Trusted=1',
      'Server=a;User Id=b;Password=[REDACTED:password];Trusted=1',
    ],
    ['password=hunter2', 'password=[REDACTED:password]'],
    ['DB_PASS=a;b&c(d2)e # note', 'DB_PASS=[REDACTED:password] # note'],
    ['password: letmein', 'password: [REDACTED:password]'],
    ['my password is hunter2.', 'my password is [REDACTED:password].'],
    ['the API key is abc123def456, use it', 'the API key is [REDACTED:credential], use it'],
    ['mysql --password hunter22 -u root', 'mysql --password [REDACTED:password] -u root'],
    [
      "CREATE USER a IDENTIFIED BY 'hunter22';",
      "CREATE USER a IDENTIFIED BY '[REDACTED:password]';",
    ],
    [
      'machine example.invalid login bob password hunter22',
      'machine example.invalid login bob password [REDACTED:password]',
    ],
    ['<password>hunter2</password>', '<password>[REDACTED:password]</password>'],
    [
      '<input type="password" value="hunter22">',
      '<input type="password" value="[REDACTED:password]">',
    ],
    ['GET /?password=hunter2&next=/home', 'GET /?password=[REDACTED:password]&next=/home'],
    ['%22password%22%3A%22hunter2%22', '%22password%22%3A%22[REDACTED:password]%22'],
    ['{\\"password\\":\\"hun\\\\\\"ter22\\"}', '{\\"password\\":\\"[REDACTED:password]\\"}'],
    ['{"password": "cut0ff', '{"password": "[REDACTED:password]'],
    ['Set-Cookie: sid=abc; Path=/\nNext: 1', 'Set-Cookie: [REDACTED:cookie]\nNext: 1'],
    ['Authorization: Bearer abc.def-123456', 'Authorization: Bearer [REDACTED:authorization]'],
    ['"Authorization": "token abc123456"', '"Authorization": "token [REDACTED:authorization]"'],
    [
      'Authorization: Digest username="m", response="66"',
      'Authorization: Digest [REDACTED:authorization]',
    ],
    ['proxy says Basic dXNlcjpwYXNz', 'proxy says Basic [REDACTED:authorization]'],
  ])('%j becomes %j', (text, masked) => {
    expect(redactText(text)).toEqual({ text: masked, count: 1 });
  });

  test.each([
    'const token = await getToken(user);',
    'password: string;',
    'token: Token;',
    'authorization: req.headers.authorization',
    'if (password === null) throw new Error("password is missing");',
    'password: ${{ secrets.DB_PASSWORD }}',
    'export API_KEY=$API_KEY',
    'secret: "********"',
    '"password": "Password is too short"',
    'document.cookie',
    'Basic authentication is not enough',
    'http://localhost:3000/@vite/client',
    'sk-learn-pipelines and .sk-circle12',
    'max_tokens: 4096, token_count=12, tokens_per_second=81.5',
    'one.two_three_four.five_six_seven_eight.nine_ten',
    'integrity sha512-AbCdEf0123456789AbCdEf0123456789AbCdEf0123456789==',
    'progressToken: 5ac9b001-cf8c-4579-aec2-c8f0eb03555e',
    'PWD=/work/a1b2c3d4e5f6',
  ])('%j stays unchanged', (text) => {
    expect(redactText(text)).toEqual({ text, count: 0 });
  });

  test('masks a private key completely, even if it is escaped or has no end', () => {
    expect(redactText(`a ${begin}\\nMIIabc\\n${end} b`).text).toBe('a [REDACTED:private-key] b');
    expect(redactText(`a ${begin}\nMIIabc\nno end`).text).toBe('a [REDACTED:private-key]');
  });

  test('masks a secret completely even if a terminal coloured it', () => {
    const secret = fill('ghp_[an36]', random);
    for (const escape of ['\u001b', '\\u001b']) {
      const coloured = `${escape}[32m${secret.slice(0, 12)}${escape}[0m${escape}[1m${secret.slice(12)}${escape}[0m done`;
      expect(redactText(coloured)).toEqual({
        text: `${escape}[32m[REDACTED:github]${escape}[0m done`,
        count: 1,
      });
    }
  });

  test('keeps the text around a secret unchanged', () => {
    const around = fc.stringMatching(/^[a-z ,.\n]{0,80}$/);
    fc.assert(
      fc.property(
        around,
        fc.constantFrom(...PREFIXED_SHAPES),
        fc.nat(),
        around,
        (before, shape, seed, after) => {
          const { secret } = generate(shape, seeded(seed));
          const { text } = redactText(`${before} ${secret} ${after}`);
          expect(text.startsWith(`${before} `)).toBe(true);
          expect(text.endsWith(` ${after}`)).toBe(true);
        },
      ),
    );
  });
});
