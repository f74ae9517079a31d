/** Thirty secrets and private texts in typical shapes. Generated at test time: none is stored, none is real. */
import { fill, generate, seeded } from '@hookloom/core/testing';

/** In every canary; in hex ones the other. Not a word, and not part of one. */
export const MARKS = ['ZQXJKV', '5eedc0de5eed'] as const;

export interface Canary {
  name: string;
  /** The shape with a new canary in it: `tag` is in private texts, so that a leak shows its origin. */
  make(tag: string): string;
}

const random = seeded(20_261_121);

/** A key of that shape, whose random part begins and ends with the mark. */
function key(shape: string): string {
  const { secret, core } = generate(shape, random);
  const mark = /^[0-9a-f]+$/.test(core) ? MARKS[1] : MARKS[0];
  const middle = core.slice(mark.length, core.length - mark.length);
  return secret.replace(core, `${mark}${middle}${mark}`);
}

const private_ = (tag: string): string => `my ${MARKS[0]}diary${tag} of monday`;

function pem(end: string): string {
  const line = (): string => `${MARKS[0]}${fill('[b6452]', random)}${MARKS[0]}`;
  return [
    '-----BEGIN RSA PRIVATE KEY-----',
    ...Array.from({ length: 6 }, line),
    '-----END RSA PRIVATE KEY-----',
  ].join(end);
}

const shapes: Record<string, (tag: string) => string> = {
  'a cloud key': () => `the id is ${key('AKIA[b3216]')} in eu-west-1`,
  'a cloud key in an ini file': () =>
    `[default]\naws_secret_access_key = ${key('[b6440]')}\nregion = eu-west-1\n`,
  'a code host token': () => `git push with ${key('ghp_[an36]')} failed`,
  'a long code host token': () => `export GH=${key('github_pat_[an22]_[an59]')}`,
  'a self-hosted code host token': () => `glab auth login --token ${key('glpat-[url20]')}`,
  'a model provider key': () => `OPENAI=${key('sk-proj-[url74]T3BlbkFJ[url74]')}`,
  'another model provider key': () => `client("${key('sk-ant-api03-[url93]AA')}")`,
  'a maps key': () => `https://maps.example.invalid/?key=${key('AIza[url35]')}&q=Rome`,
  'a chat token': () => `slack: ${key('xoxb-[dig12]-[dig13]-[an24]')}`,
  'a payment key': () => `stripe.api_key = "${key('sk_live_[an24]')}"`,
  'a registry token': () => `//registry.example.invalid/:_authToken=${key('npm_[an36]')}`,
  'a JSON web token': () => `got ${key('eyJhbGciOiJIUzI1NiJ9.eyJ[url60].[url43]')} back`,
  'a private key': () => `\n${pem('\n')}\n`,
  'a private key in JSON': () => `{"key":"${pem('\\n')}"}`,
  'a password in a database URL': () =>
    `psql postgres://app:${key('[an24]')}@db.example.invalid:5432/shop`,
  'a password in an encoded URL': () =>
    `redirect=https%3A%2F%2Fapp%3A${key('[an24]')}%40db.example.invalid%2F`,
  'lines of an .env file': () =>
    `DB_HOST=localhost\nDB_PASSWORD=${key('[an24]')}\nSESSION_SECRET="${key('[hex64]')}"\nDEBUG=1`,
  'a header': () => `curl -H 'Authorization: Bearer ${key('[url43]')}' https://example.invalid`,
  'a cookie': () => `Cookie: theme=dark; session=${key('[hex64]')}; lang=en`,
  'a flag': () => `deploy --password ${key('[an24]')} --region eu`,
  'a JSON field, escaped twice': () =>
    JSON.stringify(JSON.stringify({ client_secret: key('[an40]') })),
  'a parameter of a URL': () => `GET /v1?access_token=${key('[an40]')}&page=2`,
  'a private span': (tag) => `before <private>${private_(tag)}</private> after`,
  'a private span in capitals, with words': (tag) =>
    `before <PRIVATE reason="x > y">${private_(tag)}</Private> after`,
  'a private span without its end': (tag) => `before <private>${private_(tag)}`,
  'nested private spans': (tag) =>
    `before <private>a <private>b</private> ${private_(tag)}</private> after`,
  'a private span as JSON writes it': (tag) =>
    `{"said":"\\u003cprivate\\u003e${private_(tag)}\\u003c/private\\u003e"}`,
  'a private span as HTML writes it': (tag) => `&lt;private&gt;${private_(tag)}&lt;/private&gt;`,
  'a private span as a URL writes it': (tag) =>
    `q=%3Cprivate%3E${private_(tag)}%3C%2Fprivate%3E&n=1`,
  'a private span that another one hides': (tag) =>
    `a <pri<private>x</private>vate>${private_(tag)}</private> z`,
  'a reminder of the client': (tag) => `<system-reminder>${private_(tag)}</system-reminder> done`,
  'an injected context block': (tag) =>
    `<hookloom-context>\n${private_(tag)}\n</hookloom-context> go`,
  'instructions and output that a client put in': (tag) =>
    `<system_instruction>${private_(tag)}</system_instruction> and <persisted-output>${private_(tag)}</persisted-output> end`,
};

export const CANARIES: readonly Canary[] = Object.entries(shapes).map(([name, make]) => ({
  name,
  make,
}));

/** The surroundings of each canary in a text: plain, in any case, or as UTF-16. */
export function leaksIn(text: string): string[] {
  const wide = (mark: string): string => [...mark].join('\0');
  const any = new RegExp(MARKS.flatMap((mark) => [mark, wide(mark)]).join('|'), 'gi');
  return [...text.matchAll(any)].map(({ index }) =>
    text.slice(Math.max(0, index - 80), index + 60).replace(/\p{C}+/gu, ' '),
  );
}
