/** Which keys of an object, and which names of an assignment, hold a secret. */

/** Counters and descriptions of secrets are none (zaxy.md §1.10 lists what was masked by mistake). */
export const EXEMPT_NAMES =
  /(?:tokens|tokens?[_.-]?(?:count|limit|budget|usage|used|type|efficiency|ratio|index|name|kind|ids?|s?ize|length|address|symbol|uri|url|endpoint|expir\w*)|tokeni[sz]\w*|tokens[A-Z_]\w*|secretar\w*|(?:cookie|password|secret|token|credential|auth|key)s?[_.-]?(?:policy|policies|hint|hints|name|names|file|path|field|label|min|max|length|rules?|reset|strength|manager|provider|expir\w*|ttl|url|uri|endpoint|type|version|id|ids|enabled|required|mode|method|callback|error|errors|prompt|placeholder|input)|max_tokens\w*|\w*per_1k\w*tokens?|author\w*|authen\w*|authority|passwordless|key(?:board|word|words|s|frames?|code|up|down|press|stroke|space|pair|of|chain|event|events|path|paths|note)\w*)$/i;

const SECRET_WORDS = new Set(
  'password passwd pwd passphrase secret secrets token apikey authorization bearer cookie cookies credential credentials'.split(
    ' ',
  ),
);
const SECRET_PAIRS = new Set(
  'api key,private key,access key,secret key,signing key,encryption key,auth token,account key,shared key,master key,session token,set cookie'.split(
    ',',
  ),
);
/** After the secret word: what it speaks of is not the secret. */
const ABOUT = new Set(
  'count counts limit budget usage used type name names id ids url uri endpoint path file policy length size expires expiry expiration ttl ratio efficiency hint version required enabled prompt field keys index status'.split(
    ' ',
  ),
);
const EXEMPT_KEYS = new Set(
  'answer_at_5_per_1k_injected_tokens answer_at_5_per_1k_returned_tokens completion_tokens facts_per_1k_prompt_tokens mean_injected_tokens mean_returned_tokens prompt_tokens quality_per_1k_injected_tokens quality_per_1k_returned_tokens token_efficiency total_tokens'.split(
    ' ',
  ),
);

/**
 * True when the value under this key is a secret whatever it looks like.
 *
 * @example isSecretKey('apiKey') && isSecretKey('DB_PASSWORD') && !isSecretKey('max_tokens')
 */
export function isSecretKey(key: string): boolean {
  if (key.length > 128 || EXEMPT_KEYS.has(key)) return false;
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  for (let i = 0; i < words.length; i++) {
    const one = SECRET_WORDS.has(words[i]!);
    const two = i + 1 < words.length && SECRET_PAIRS.has(`${words[i]} ${words[i + 1]}`);
    if (!one && !two) continue;
    const next = words[i + (two ? 2 : 1)];
    if (next === undefined || !ABOUT.has(next)) return true;
  }
  return false;
}
