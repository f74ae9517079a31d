/** Placeholders for secrets: variables, templates, stars, words that say so. */

const PLACEHOLDER =
  /\[REDACTED|^(?:\$[({]*[A-Za-z_]|\$\d?$|%[A-Z_]+%|%[sdv]$|\{|<|&lt;|%3C|:?\*{3}|\.{3}|…|x{4}|#\{|@\w+@$|(?:your|my|some|the|an?|insert|enter|fake|dummy|example)[-_ ])/i;
const WORD =
  /^(?:true|false|null|none|nil|undefined|yes|no|str|string|bool|boolean|number|int|any|object|bytes|text|(?:var)?char|function|async|await|new|this|self|required|optional|unknown|redacted|hidden|omitted|secret|token|passw(?:or)?d|example|value|include|omit|same-origin|return|void|default|empty|missing|(?:in)?valid|expired|options?|arguments?|flags?|parameters?|prompts?|fields?|and|or|is|are|was|for|to|with|from|in|on|via|has|must|can|should|which|when|if|not|using|cannot|file|files|path)[)\].,;:!?]*$/i;

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || WORD.test(value);
}
