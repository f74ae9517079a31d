/** Names of secrets in scripts other than Latin, in which no blank needs to separate a name, its verb and its value. */
import { isRandom } from './randomness.ts';
import type { Rule } from './rule.ts';
import { isSpokenSecret } from './spoken-secret.ts';
import { R } from './words.ts';

/** Russian, Chinese, Japanese, Korean, Greek, Arabic, Persian, Hebrew, Hindi, Thai. See also suspicion.ts. */
const PASSWORD =
  'парол[ьяюем]{1,3}|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|κωδικ[όο][ςύυν]?|كلمة (?:المرور|مرور|السر|سر)|رمز عبور|סיסמ[האת]|पासवर्ड|รหัสผ่าน';
const TOKEN =
  'токен|ключ|令牌|密[钥鑰]|トークン|토큰|διακριτικό|τόκεν|κλειδί|رمز|אסימון|टोकन|โทเค็น';
/** `пароль от базы:`, `κωδικός πρόσβασης:`: text without an assignment sign after the name is prose. */
const WHOSE = R`(?:(?:[ \t][\p{L}\p{M}]{1,16}){1,2}(?=\s{0,3}[:：=＝]| είναι ))?`;
const IS = R`(?:["'\x60]?\s{0,3}[:：=＝]|\s?(?:API|是|为|為|は|이|은|는|это|είναι|هو|هي|הוא|היא|है|คือ|—|–|is)[、:：]{0,2}|(?=[\s"'“‘「『«\x60]))[\s\u200e\u200f]{0,3}["'“‘「『«\x60]?`;
const VALUE = R`([^\s"'\x60<>,;|“”‘’«»「」『』。，、；）)]{5,256})`;
let pattern: RegExp | undefined;

export const otherScripts: Rule = (text, at) => {
  pattern ??= new RegExp(`(?:(${PASSWORD})|${TOKEN})${WHOSE}${IS}${VALUE}`, 'iyu');
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, password, behind] = match;
  const value = behind!.replace(/[.,;:!?)]+$/, '');
  if (!isSpokenSecret(value)) return null;
  // A token is random.
  if (password === undefined && (value.length < 14 || !isRandom(value))) return null;
  const start = pattern.lastIndex - behind!.length;
  const kind = password === undefined ? 'credential' : 'password';
  return { start, end: start + value.length, kind };
};
