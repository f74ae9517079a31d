import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SECRET_COMMANDS } from './commands.fixture.ts';
import { maskSecrets } from './mask.ts';
import { PROVIDER_SHAPES } from './provider-shapes.ts';
import { maySecretBeIn } from './suspicion.ts';

const words = PROVIDER_SHAPES.split(/[\s,]+/).filter((word) => word !== '');
const before = fc.oneof(
  fc.constantFrom('', ' ', '\n', '"', '\\n', '%20', 'a', '_', '\u001b[1m', '\u212a', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const value = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9]{3,70}$/),
  fc.stringMatching(/^[\w+/=.:@%?~!$-]{3,90}$/),
  fc.stringMatching(/^[0-9a-f]{32,64}$/),
);
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((texts) => texts.join(''));
const assigned = joined(
  before,
  fc.constantFrom('', 'db_', 'my-', '--', 'x.', 'API ', 'login ', '<'),
  fc.constantFrom('password', 'PASS', 'pwd', 'secret', 'token', 'api_key', 'creds', 'auth', 'sig'),
  fc.oneof(
    fc.constantFrom('=', ': ', ' ', '\t', ' is ', '\nis ', ', "', ' => ', '%3D', '">', '": "'),
    fc.string({ maxLength: 4 }),
  ),
  value,
);
const sent = joined(
  before,
  fc.constantFrom(
    'Authorization: ',
    'Cookie: a=',
    'bearer ',
    'Basic ',
    '://u:',
    'eyJ',
    '://',
    '%3A%2f%2Fu%3a',
  ),
  value,
  fc.constantFrom('', '@h', '.', '%40h'),
  value,
);
const secret = fc.stringMatching(/^[a-z]{2,6}[0-9]{1,3}[a-z]{2,5}$/);
const spoken = joined(
  before,
  fc.constantFrom(
    'the password for db1 ',
    'password',
    'Kennwort',
    'contraseña',
    'пароль',
    '密码',
    'κωδικός',
    '\u05e1\u05d9\u05e1\u05de\u05d4',
    '\u0643\u0644\u0645\u0629 \u0627\u0644\u0633\u0631',
    '\u092a\u093e\u0938\u0935\u0930\u094d\u0921',
    '\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19',
    'use X as',
  ),
  fc.constantFrom(' is ', ': ', '是', ' ', ' "', ' provided: '),
  secret,
  fc.constantFrom('', ' as password', ' as the root password'),
);
const commanded = joined(
  fc.constantFrom('', ' ', '$ ', '/usr/bin/', 'sudo '),
  fc.constantFrom(
    'curl -u a:',
    'curl --user a:',
    'docker login -u a -p ',
    'mysql -u a -p',
    'redis-cli -a ',
    'sshpass -p ',
    'ldapsearch -x -w ',
    'zip -P ',
    'htpasswd -b f u ',
    'vault login ',
    'gh secret set X -b ',
    'openssl enc -k ',
  ),
  secret,
  fc.constantFrom('', ' x', '@h', ' | chpasswd'),
);
const fromTable = fc
  .tuple(before, fc.constantFrom(...SECRET_COMMANDS), secret)
  .map(([start, line, value]) => start + line.replace('¤', value));
const piece = fc.oneof(
  spoken,
  commanded,
  fromTable,
  joined(before, fc.constantFrom(...words), value),
  assigned,
  sent,
);

it('reports no text as harmless in which something would be masked', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 3 }), (pieces) => {
      const text = pieces.join('');
      if (!maySecretBeIn(text)) expect(maskSecrets(text)).toEqual({ text, count: 0 });
    }),
    { numRuns: 10_000 },
  );
});

it('reports ids, paths and most commands as harmless', () => {
  const texts = [
    '45af8765-b213-48f8-9ebb-e5f05a794574',
    'toolu_01A2b3C4d5E6f7G8h9J0k1L2',
    '/home/dev/.claude/projects/-home-dev-project/45af8765-b213-48f8-9ebb-e5f05a794574.jsonl',
    'npm test -- --run packages/log',
    'argument_keys',
  ];
  expect(texts.filter(maySecretBeIn)).toEqual([]);
});
