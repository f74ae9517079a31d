/** How strongly a name suggests that its value is a secret, judged word by word. */
import { isRandom } from './randomness.ts';
import { nameWords } from './words.ts';

/**
 * The strength of a name: 3 the value is always a secret (`password`), 2 it is one unless it looks like a word
 * (`token`, `api_key`), 1 it is one if it looks random (`hmac_key`), 0 nothing.
 */
export type Secrecy = 0 | 1 | 2 | 3;

/** The rule that a mask names. */
export function kindOf(secrecy: Secrecy): string {
  return secrecy === 3 ? 'password' : 'credential';
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that name a secret, in the languages in which people write them. */
const HEADS: readonly [secrecy: Secrecy, words: ReadonlySet<string>][] = [
  [
    3,
    set(
      'password passwords passwd passphrase passcode passwort pass pwd pswd psw pw secret secrets sshpass identified kennwort contraseña contrasena contrasenya senha passe wachtwoord wachtwoorden parola parolă hasło haslo şifre sifre heslo jelszó salasana lösenord losenord adgangskode passord lozinka пароль пароля паролем 密码 密碼 口令 パスワード 비밀번호 암호 κωδικός κωδικος סיסמה סיסמא المرور السر पासवर्ड รหัสผ่าน',
    ),
  ],
  [
    2,
    set(
      'token tokens credential credentials cred creds auth authorization bearer cookie cookies jeton токен 令牌 トークン 토큰 密钥 密鑰 ключ τόκεν אסימון टोकन โทเค็น clave clé schlüssel',
    ),
  ],
  [1, set('signature sig salt pepper mnemonic otp psk')],
  [1, set('key keys')],
];

/** `api_key`: the word before `key`, if the key grants access. */
const SECRET_KEY = set(
  'access account admin aes anon api app application auth client consumer cookie crypt crypto cryptographic data deploy dev developer encrypt encryption fernet function gpg hmac host ingest ingestion instrumentation integration jwt license licence live insert speech translator creds functions device hub bus tls ssl master merchant openssl pgp preshared private priv prod production project provisioning push restricted role root rsa sandbox secret security server service session shared sign signing ssh storage subscription test token webhook write',
);
/** `primary_key`: a key that is public, or part of a structure. */
const OPEN_KEY = set(
  'pub public publishable primary foreign sort partition cache query object row hash map group item idempotency routing event feature config lookup unique natural issue hot index dictionary dict json yaml translation i18n locale field column table property prop attr attribute header accelerator shortcut keyboard arrow function_ enter escape modifier meta ctrl alt shift press pressed node react dedupe dedup sorting bucket s3 registry',
);
/** `next_token`: parts of a text, places in a list, counters and marks. */
const TEXT_TOKEN = set(
  'max min num n total prompt completion input output budget thinking cached cache reasoning context sample stop eos bos pad unk sep mask cls special next prev previous current last first start end opening closing open close left right brace bracket paren curly square comma dot colon semicolon question exclamation operator keyword string number template equals lexer lex parser parse syntax scan peek raw text word name page sync continuation continue cancellation cancel abort progress delta design invalid unexpected expected eof trivia punctuation sub identifier literal minus plus asterisk slash percent bar ampersand caret tilde hash at whitespace comment style css color semantic',
);
/** Tokens in the plural that still grant access. */
const SECRET_TOKENS = set(
  'access refresh api auth session bearer user bot personal service deploy oauth id jwt device push admin app client secret csrf github gitlab npm registry trusted',
);
const CALL_SIGNATURE = set(
  'call construct method index type function property json js ts jsdoc help declaration generic return getter setter constructor message',
);
/** `first_pass`, `render_pass`: an act, not a password. */
const ACT = set(
  'first second third fourth final render compute all multi test tests check checks one two single by boarding season each this per next last previous begin end low high band forward backward pre post did does must should will to can do not fast slow shadow depth lighting ray opt optimizer compiler llvm analysis analyzer n equal step minimum full partial flow gpu would could may they it we you i',
);
/** The secret is requested, counted or switched; the value is not the secret itself. */
const FIRST = set(
  'is has have had use uses using should can with without no skip show hide validate invalid missing forgot forgotten max min num count',
);
/** `getToken`: the name of a function; no constant is named so. */
const VERB = set(
  'get find resolve contains create parse fetch emit copy load save handle make build generate remove delete update matching to next last re write rewrite prepare copy find any',
);
/** `MYSQL_ALLOW_EMPTY_PASSWORD`: a switch, wherever the word is. */
const SWITCH = set(
  'enable enabled disable disabled allow allowed require requires required need needs',
);
/** A property of a secret is not a secret: its length, its location, its policy. */
const ABOUT = set(
  'count counts counter limit limits type types name names id ids uri url urls path paths file files filename dir folder hint field fields rule rules error errors message messages msg budget usage used endpoint endpoints policy policies size sizes len length expiry expire expires expiration expired exp ttl efficiency version versions required enabled disabled enable disable index status state provider providers mode method methods placeholder input label labels format arn header headers prefix suffix ref refs reference min max minimum maximum at title consent options option settings config configuration domain samesite httponly secure lifetime age interval timeout duration minutes hours days seconds ms cost rate threshold strength validator validation validate reset change changed changer manager management service store storage handler helper factory generator builder parser reader writer scope scopes issuer audience algorithm alg alias algo kind class host hostname port user username email issuedat created updated rotation rotate last rotated list map set array table column row lookup cache jar encoding group groups role roles owner count selector mapping info metadata source sources location bucket region vault engine template step stage progress pattern regex flow component page screen view form modal dialog button icon link route router middleware guard strategy callback redirect success failure failed valid invalid visibility toggle visible hidden word words map namespace key_ per left hash_ family usage permission permissions display desc description text_ note test tests fingerprint pair',
);
/** Words that may follow without changing the meaning: `SECRET_KEY_BASE`, `TOKEN_PROD`, `password_confirmation`. */
const SAME = set(
  'value values val base default override prod production dev development stage staging qa uat test live sandbox local old new current previous next primary secondary backup main raw plain plaintext cleartext clear text string str b64 base64 hex pem encoded encrypted enc hash hashed digest confirm confirmation confirmed again repeat retype check v v1 v2 a b root admin user readonly ro rw read write jwt json env material data',
);

const judged = new Map<string, Secrecy>();
const MAX_JUDGED = 2048;

/**
 * The mask for a value whose key names a secret; null if it does not.
 *
 * @param text The value after its own secrets were masked.
 */
export function maskOf(secrecy: Secrecy, key: string, text: string): string | null {
  // `pwd` is a directory as often as a password.
  const isFolder = /pwd$/i.test(key) && /^[~/]|^\w:/.test(text);
  const isSecret =
    secrecy > 1 ? !isFolder : text.length > 13 && text.replace(MASKS, '') !== '' && isRandom(text);
  return isSecret ? `[REDACTED:${kindOf(secrecy)}]` : null;
}

/** A mask names its rule: `[REDACTED:password]` is not the name of a password. */
const MASKS = /\[REDACTED[:a-z-]*]/g;

/** A mask can change the meaning of a name. Returns the stronger of both, so that masking again changes nothing. */
export function judgeNames(name: string, masked: string): Secrecy {
  return Math.max(judgeName(name), judgeName(masked)) as Secrecy;
}

export function judgeName(name: string): Secrecy {
  let secrecy = judged.get(name);
  if (secrecy === undefined) {
    const plain = name.replace(MASKS, '');
    secrecy = judge(nameWords(plain), /[a-z]/.test(plain));
    if (judged.size >= MAX_JUDGED) judged.clear();
    judged.set(name, secrecy);
  }
  return secrecy;
}

function judge(words: string[], isLower: boolean): Secrecy {
  let at = words.length;
  let secrecy: Secrecy = 0;
  while (at > 0 && secrecy === 0) {
    at--;
    for (const [own, heads] of HEADS) if (heads.has(words[at]!)) secrecy ||= own;
  }
  if (secrecy === 0) return 0;
  secrecy = inCompany(words, at, secrecy);
  const tail = words.slice(at + 1).filter((word) => !SAME.has(word) && !/^\d+$/.test(word));
  if (secrecy === 0 || tail.some((word) => ABOUT.has(word))) return 0;
  if (at > 0 && (FIRST.has(words[0]!) || (isLower && VERB.has(words[0]!)))) return 0;
  if (words.slice(0, at).some((word) => SWITCH.has(word))) return 0;
  // `passwordMysql`, `tokenKind`: the next word may name the owner, or a property of the secret.
  return tail.length > 0 ? ((secrecy - 1) as Secrecy) : secrecy;
}

/** The effect of the words before the head. */
function inCompany(words: string[], at: number, secrecy: Secrecy): Secrecy {
  const head = words[at]!;
  const before = words[at - 1];
  if (before === 'public' || before === 'publishable') return 0;
  switch (head) {
    case 'key':
    case 'keys': {
      const isMany = head === 'keys';
      if (before === undefined || (before === 'host' && isMany)) return 0;
      if (before === 'private' || before === 'secret' || before === 'priv') return 3;
      if (before === 'token' || before === 'tokens') return 1;
      if (SECRET_KEY.has(before)) return words[at - 2] === 'public' ? 0 : 2;
      if (OPEN_KEY.has(before) || isMany) return 0;
      return 1;
    }
    case 'pass':
      return before !== undefined && ACT.has(before) ? 0 : 3;
    case 'token':
      return before !== undefined && TEXT_TOKEN.has(before) ? 0 : 2;
    case 'tokens':
      return before === undefined || SECRET_TOKENS.has(before) ? 2 : 0;
    case 'signature':
    case 'sig':
      return before !== undefined && CALL_SIGNATURE.has(before) ? 0 : 1;
    case 'pw':
      return before === undefined || at > 0 ? 3 : 0;
    default:
      return secrecy;
  }
}
