/** Names of secrets in scripts other than Latin, where no blank need stand between a name, its verb and its value. */
import type { Rule } from './rule.ts';
import { isSpokenSecret } from './secret-value.ts';
import { R } from './words.ts';

const PASSWORD = 'парол[ьяюем]{1,3}|密[码碼]|口令|パスワード|비밀번호';
const IS = R`(?:\s{0,3}[:：=＝]|\s?(?:是|为|為|は|이|은|는|это|—|–|is)[、:：]?|(?=[\s"'“‘「『«\x60]))\s{0,3}["'“‘「『«\x60]?`;
const VALUE = R`([^\s"'\x60<>,;|“”‘’«»「」『』。，、；）)]{5,256})`;
let pattern: RegExp | undefined;

export const otherScripts: Rule = (text, at) => {
  pattern ??= new RegExp(`(?:${PASSWORD})${IS}${VALUE}`, 'iyu');
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  const value = match[1]!.replace(/[.,;:!?)]+$/, '');
  if (!isSpokenSecret(value)) return null;
  const start = pattern.lastIndex - match[1]!.length;
  return { start, end: start + value.length, kind: 'password' };
};
