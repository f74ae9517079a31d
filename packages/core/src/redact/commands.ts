/** Secrets on command lines whose options do not name them: `curl -u user:…`, `mysql -p…`, `docker login -p …`. */
import { parseShell, type ShellWord } from '../shell/parse-shell.ts';
import { isPlaceholder } from './spoken-secret.ts';
import { secretInput } from './command-input.ts';
import { isRandom } from './randomness.ts';
import type { Span } from './rule.ts';

/**
 * By program: the options that are followed by a secret. After `+` the secret is always attached (`-psecret`); the sign
 * after an option separates a name from it (`-u user:secret`); after `@` comes the required subcommand.
 */
const OPTIONS: Readonly<Record<string, string>> = {
  curl: '-u: --user: -U: --proxy-user:',
  // `docker login`, `helm registry login`, `az login`, `oc login`.
  login: '-p --password',
  mysql: '+-p',
  mongo: '-p --password',
  cqlsh: '-p --password',
  redis: '-a --pass',
  sshpass: '-p +-p',
  openssl: '-k -passin: -passout: -pass:',
  ldap: '-w',
  sqlcmd: '-P +-P',
  zip: '-P +-P',
  '7z': '+-p',
  rar: '+-p +-hp',
  smb: '-U% --user%',
  lftp: '-u,',
  http: '-a: --auth:',
  mosquitto: '-P --pw',
  ipmitool: '-P',
  snmp: '-A -X -c',
  xfreerdp: '+/p:',
  twine: '-p --password',
  kubectl: '@secret --from-literal=',
  gh: '@secret -b --body',
};
/** Programs with the same options as another one. */
const LIKE: readonly [RegExp, string][] = [
  [/^(?:mysql|maria)/, 'mysql'],
  [/^mongo/, 'mongo'],
  [/^(?:redis|valkey|keydb)-cli$/, 'redis'],
  [/^ldap/, 'ldap'],
  [/^unzip$/, 'zip'],
  [/^7z/, '7z'],
  [/^unrar$/, 'rar'],
  [/^(?:smb\w+|rpcclient)$/, 'smb'],
  [/^(?:https|httpie|xhs?)$/, 'http'],
  [/^mosquitto/, 'mosquitto'],
  [/^snmp/, 'snmp'],
];
const MAX_LINE = 512;
/** The end of a line without a trailing backslash, also as JSON writes it. */
const END = /(?<!\\)(?:\n|\\n)/;

/** A program's name at `at`: the rest of its command is read as a shell reads it. */
export function command(text: string, at: number, from: number): Span | null {
  const line = text.slice(at, at + MAX_LINE).split(END, 1)[0]!;
  const input = secretInput(text, at, line);
  if (input !== null) return input;
  const [first] = parseShell(line, { first: true }).commands;
  if (first === undefined) return null;
  let offset = 0;
  const words: Placed[] = [];
  for (const word of first.words) {
    const found = line.indexOf(word.written, offset);
    if (found < 0) break;
    words.push({ word, start: at + found });
    offset = found + word.written.length;
  }
  const [span, ...also] = [...secretsOf(words)].filter(({ start }) => start >= from);
  return span === undefined ? null : { ...span, also };
}

interface Placed {
  word: ShellWord;
  start: number;
}

function* secretsOf(words: Placed[]): Generator<Span> {
  const [program, ...others] = words;
  const name = program!.word.plain;
  const options =
    OPTIONS[LIKE.find(([pattern]) => pattern.test(name))?.[1] ?? name]?.split(' ') ?? [];
  if (options[0]?.startsWith('@')) {
    const subcommand = options.shift()!.slice(1);
    if (!others.slice(0, 5).some(({ word }) => word.plain === subcommand)) return;
  }
  yield* byPosition(name, others);
  for (const [at, { word, start }] of others.entries()) {
    for (const option of options) {
      const isAttached = option.startsWith('+');
      const [, flag, sign] = /^\+?(.*?)([:%,=]?)$/.exec(option)!;
      const written = isAttached ? option.slice(1) : flag!;
      // `'/p:secret'`: the quote is before the option.
      const quote = isAttached ? /^\\*["']?/.exec(word.written)![0].length : 0;
      const end = quote + written.length;
      if (word.written.startsWith(written, quote) && word.written.length > end) {
        const isLong = written.startsWith('--');
        const gap = word.written[end] === '=' ? 1 : 0;
        // `-uname:secret` and `--user=name:secret`; `-passin` is not a `-p`.
        if (isAttached || (isLong && gap === 1) || (written.length === 2 && sign !== ''))
          yield* secretIn(
            word.written.slice(end + gap),
            start + end + gap,
            isAttached ? '' : sign!,
          );
      } else if (!isAttached && word.plain === flag) {
        const value = others[at + 1];
        if (value !== undefined) yield* secretIn(value.word.written, value.start, sign!);
      }
    }
  }
}

/** The position of the secret argument of a subcommand, counted from the subcommand. */
const BEHIND: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  bw: { login: 2, unlock: 1 },
  net: { use: 3 },
  rabbitmqctl: { add_user: 2, change_password: 2, authenticate_user: 2 },
};

/** Positional secrets: `htpasswd -b file user secret`. */
function* byPosition(name: string, words: Placed[]): Generator<Span> {
  const plain = words.filter(({ word }) => !word.plain.startsWith('-'));
  const last = plain.at(-1);
  if (last === undefined) return;
  const flags = words.filter(({ word }) => /^-\w/.test(word.plain)).map(({ word }) => word.plain);
  if (name === 'htpasswd' && flags.some((flag) => flag.includes('b'))) {
    // With `-n` there is no file.
    const secret = plain[flags.some((flag) => flag.includes('n')) ? 1 : 2];
    if (secret !== undefined) yield* secretIn(secret.word.written, secret.start, '');
  }
  for (const [subcommand, place] of Object.entries(BEHIND[name] ?? {})) {
    const at = plain.findIndex(({ word }) => word.plain === subcommand);
    const secret = at < 0 ? undefined : plain[at + place];
    if (secret !== undefined && !/^[/\\]/.test(secret.word.plain))
      yield* secretIn(secret.word.written, secret.start, '');
  }
  if (name === 'vault' && plain[0]!.word.plain === 'login') {
    const secret = plain[1];
    if (
      secret !== undefined &&
      !secret.word.plain.includes('=') &&
      (plain.length === 2 || isRandom(secret.word.plain))
    )
      yield* secretIn(secret.word.written, secret.start, '');
  }
  // `sqlplus user/secret@db`.
  const [, user, secret] = /^["']?(\w+\/)([^@"']+)/.exec(plain[0]!.word.written) ?? [];
  if (name === 'sqlplus' && secret !== undefined)
    yield* secretIn(
      secret,
      plain[0]!.start + plain[0]!.word.written.indexOf(user!) + user!.length,
      '',
    );
  // `rclone obscure secret`.
  if (name === 'obscure' && plain.length === 1) yield* secretIn(last.word.written, last.start, '');
}

/** A word without its quotes, or the text after the sign in it. */
function* secretIn(written: string, start: number, sign: string): Generator<Span> {
  const opening = /^\\*["']?/.exec(written)![0].length;
  const closing =
    opening > 0 || /\\*["']$/.test(written) ? (/\\*["']$/.exec(written)?.[0].length ?? 0) : 0;
  const behind = sign === '' ? opening : written.indexOf(sign) + 1;
  if (sign !== '' && behind === 0) return;
  const value = written.slice(behind, written.length - closing);
  if (value.length < 3 || isPlaceholder(value) || /^[-$`]|^\d{1,5}$/.test(value)) return;
  yield { start: start + behind, end: start + written.length - closing, kind: 'password' };
}
