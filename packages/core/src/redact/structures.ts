/** Secrets that are known by their structure: PEM blocks, tokens in three parts, addresses with a password. */
import type { Rule } from './rule.ts';
import { isPlaceholder } from './spoken-secret.ts';
import { isRandom } from './randomness.ts';
import { isInWord } from './words.ts';

const PEM_BEGIN = /-----BEGIN[A-Z0-9 %+]{0,60}PRIVATE(?: |%20|\+)KEY/y;
/** A key has a line of base64 or a header after its first line; a program that searches for one does not. */
const PEM_BODY =
  /^[A-Z ]{0,8}-----(?:[ \t\r"'+;,|>]|\\+[rnt])*(?:\n|\\+n|%0[AD]|\r| )(?:[\s"'+|>#*-]|\\+[rnt]|%0[AD])*(?:[A-Za-z0-9+/=%]{6,}|[A-Z]\w+-?\w*: )/i;

/** A private key in PEM: to its end mark, or to the end of the text. */
export const pem: Rule = (text, at) => {
  PEM_BEGIN.lastIndex = at;
  if (!PEM_BEGIN.test(text)) return null;
  if (!PEM_BODY.test(text.slice(PEM_BEGIN.lastIndex, PEM_BEGIN.lastIndex + 256))) return null;
  const mark = text.indexOf('-----END', PEM_BEGIN.lastIndex);
  const close = mark < 0 ? -1 : text.indexOf('-----', mark + 8);
  return { start: at, end: close < 0 ? text.length : close + 5, kind: 'private-key' };
};

const JWT = /eyJ[\w-]{10,4096}\.[\w-]{10,8192}(?:\.[\w-]*){0,3}/y;

/** A JSON web token: base64url parts, the first of which begins an object. */
export const jwt: Rule = (text, at, from) => {
  if (isInWord(text, at, from)) return null;
  JWT.lastIndex = at;
  return JWT.test(text) ? { start: at, end: JWT.lastIndex, kind: 'jwt' } : null;
};

const USER_INFO = /:\/\/([^\s/:@"'<>\x60\\]{0,128}):([^\s/"'<>\x60\\]{1,256})@/y;
const TOKEN_INFO = /:\/\/([\w.~%-]{16,256})@/y;

/** The password of `scheme://user:password@host`, or a token in its place. */
export const userInfo: Rule = (text, at) => {
  USER_INFO.lastIndex = at;
  const match = USER_INFO.exec(text);
  if (match !== null) {
    const end = USER_INFO.lastIndex - 1;
    return isPlaceholder(match[2]!) ? null : { start: end - match[2]!.length, end, kind: 'url' };
  }
  TOKEN_INFO.lastIndex = at;
  const token = TOKEN_INFO.exec(text)?.[1];
  if (token === undefined || !isRandom(token)) return null;
  return { start: at + 3, end: at + 3 + token.length, kind: 'url' };
};

const ENCODED_INFO =
  /%3a%2f%2f(?:(?!%(?:2f|40))[\w.~%!*-]){0,128}?%3a((?:(?!%(?:2f|40))[\w.~%!*-]){1,256}?)%40/iy;

/** The password of an address that is encoded in another one. */
export const encodedUserInfo: Rule = (text, at) => {
  ENCODED_INFO.lastIndex = at;
  const password = ENCODED_INFO.exec(text)?.[1];
  if (password === undefined || isPlaceholder(password)) return null;
  const end = ENCODED_INFO.lastIndex - '%40'.length;
  return { start: end - password.length, end, kind: 'url' };
};
