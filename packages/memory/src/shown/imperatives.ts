import { directiveIn, type WithheldReason } from './directives.ts';

/**
 * Finds text from an untrusted channel that addresses the assistant instead of describing something. A match raises
 * suspicion and withholds the text from a checkout; no match does not lower it. Every pattern is bounded, so that no
 * text can make one run long.
 */
interface Rule {
  reason: WithheldReason;
  /** The beginnings of all matches of a pattern that takes long to compile. */
  start?: RegExp;
  pattern: RegExp;
}

const ASSISTANT =
  '(?:ai|a\\.i\\.|llm|assistant|agent|language model|model|chat ?bot|copilot|claude|codex|gemini|gpt|cursor|coding agent)';
const COMMAND =
  '(?:ignore|disregard|forget|override|bypass|send|post|upload|forward|exfiltrate|email|reveal|print|output|leak|run|execute|call|invoke|use|install|delete|remove|add|insert|write|store|save|remember|approve|disable|skip|trust|treat|reply|respond|say|tell|fetch|open|visit|push|commit|merge|follow|comply)';
const READING = '(?:reading|processing|seeing|viewing) this';
const DUTY =
  '(?:please |kindly |now |always |immediately |first |you |must |should |shall |need to |have to |are required to |will )';

export const RULES: Rule[] = [
  {
    reason: 'overrides_instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|do not follow|stop following)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|existing|your|all|system|user'?s?|any)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|context|policy|policies|constraints?)\b/i,
  },
  {
    reason: 'overrides_instructions',
    pattern:
      /\b(?:new|updated|real|actual|revised|overriding) (?:system )?(?:instructions?|prompt|directives?)\s*(?:for you|for the (?:ai|assistant|agent|model)|:)/i,
  },
  {
    reason: 'overrides_instructions',
    pattern: /\byou are (?:now|no longer) (?:an? |in |the |bound |required )/i,
  },
  {
    reason: 'role_marker',
    pattern:
      /<\|[a-z_]{2,24}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|developer|instructions?|system[-_]reminder|important)>|(?:^|\n)\s{0,8}(?:#{1,6} ?)?(?:system|assistant|developer|human)(?: prompt| message| instructions?)?\s{0,3}:\s/i,
  },
  {
    reason: 'addresses_assistant',
    pattern: new RegExp(
      `\\b(?:(?:dear|hey|hi|hello|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|important(?: notice)? (?:to|for))[ ,:]{1,3})(?:the |any |all |every |this )?${ASSISTANT}s?\\b`,
      'i',
    ),
  },
  {
    reason: 'addresses_assistant',
    // Compiling the pattern takes 30 ms, and its start less than 1 ms.
    start: new RegExp(`\\b${ASSISTANT}s?[ ,:;-]{1,4}(?:${READING}|${DUTY})`, 'i'),
    pattern: new RegExp(
      `\\b${ASSISTANT}s?[ ,:;-]{1,4}(?:${READING}[^.!?\\n]{0,40})?${DUTY}{1,4}${COMMAND}\\b`,
      'i',
    ),
  },
  {
    reason: 'addresses_assistant',
    pattern: new RegExp(
      `\\b(?:if you are|as|when you are|you,? as) an? (?:helpful )?${ASSISTANT}\\b[^.!?\\n]{0,60}\\b${COMMAND}\\b`,
      'i',
    ),
  },
  {
    reason: 'addresses_assistant',
    pattern:
      /\byou (?:must|should|need to|have to|shall|are required to|will) (?:now |immediately |always |first |also |then |never ){0,2}(?:ignore|disregard|exfiltrate|reveal|leak|upload|forward|trust|approve|obey|comply|curl|disable (?:the )?(?:check|test|guard|review|verif|safety|hook|redact)|skip (?:the )?(?:review|verif|approv|check|confirm))/i,
  },
  {
    reason: 'plants_memory',
    pattern:
      /\b(?:remember|memori[sz]e|store|save|note|record|add|keep)\b[^.!?\n]{0,30}\b(?:in|to|into) (?:the )?(?:(?:your|long[- ]term|agent|assistant) ){1,2}(?:memory|memories|notes|knowledge|context)\b/i,
  },
  {
    reason: 'plants_memory',
    pattern:
      /\b(?:remember|memori[sz]e|save|record|add|commit)\b[^.!?\n]{0,20}\bto (?:the )?(?:memory|memories)\b/i,
  },
  {
    reason: 'plants_memory',
    pattern: new RegExp(
      `\\b(?:from now on|in (?:all |any |every )?future (?:sessions?|conversations?|tasks?|turns?|chats?)|for (?:the )?rest of (?:this|the) (?:session|conversation)|whenever (?:the user|you|anyone|someone) (?:asks?|mentions?|requests?|are asked|deploys?|runs?|commits?))\\b[^.!?\\n]{0,100}\\b${COMMAND}\\b`,
      'i',
    ),
  },
  {
    reason: 'conceals_from_user',
    pattern:
      /\b(?:do not|don'?t|never|without) (?:ever )?(?:tell|inform|alert|notify|ask|warn)(?:ing)? (?:the |your )?(?:user|human|operator|developer|owner|anyone)\b/i,
  },
  {
    reason: 'conceals_from_user',
    pattern:
      /\b(?:do not|don'?t|never|without) (?:ever )?(?:mention|show|reveal|disclos|report|explain)(?:e|ing)?\b[^.!?\n]{0,25}\bto (?:the |your )?(?:user|human|operator|developer|owner|anyone)\b/i,
  },
  {
    reason: 'tool_call_syntax',
    pattern:
      /<\/?(?:antml:)?(?:function_calls?|invoke|tool_use|tool_call|tool_result|function_results?|parameter)\b|"(?:tool_use|function_call|tool_calls)"\s{0,4}:|\b(?:call|invoke|use) (?:the )?[`"']?[a-z]{2,30}_[a-z_]{2,40}[`"']? (?:tool|function)\b/i,
  },
  {
    reason: 'asks_for_secret',
    pattern:
      /\b(?:send|post|upload|forward|email|paste|reveal|print|share|submit|exfiltrate|copy|include|attach|pipe)\b[^.!?\n]{0,80}(?:\b(?:api[ _-]?keys?|access[ _-]?tokens?|auth[ _-]?tokens?|secrets?|passwords?|credentials?|private keys?|ssh keys?|environment variables?)\b|~\/\.(?:ssh|aws|netrc|npmrc)|\.env\b(?!\.))[^\n]{0,80}(?:\b(?:to|at|with|into|via)\b)/i,
  },
  {
    reason: 'data_in_url',
    pattern:
      /(?:\b(?:curl|wget|fetch|get|open|visit|request|ping|load)\b|!\[[^\]\n]{0,80}\]\()[^\n]{0,80}https?:\/\/[^\s"'<>)]{1,200}(?:\$\(|\$\{|\{\{|\{[a-z_ ]{2,30}\}|<[a-z_ ]{2,30}>|\[[A-Z_ ]{2,30}\]|%7B)/i,
  },
  {
    reason: 'data_in_url',
    pattern: /\b(?:curl|wget)\b[^\n|]{0,200}\|\s{0,4}(?:sudo )?(?:ba|z|da)?sh\b/i,
  },
  {
    reason: 'claims_authority',
    pattern:
      /\b(?:pre[- ]?approved|verified|authori[sz]ed|approved|confirmed|signed off|released) by (?:the )?(?:user|owner|admin(?:istrator)?|operator|maintainers?|security team|anthropic|openai|google|system)\b/i,
  },
  {
    reason: 'claims_authority',
    pattern:
      /\b(?:the user|owner|administrator|operator|security team) (?:has |have |already )*(?:approved|authori[sz]ed|consented|granted|asked you|wants you|told you|instructed you)\b/i,
  },
];

/** Zero-width, directional and tag characters between visible ones. They do not get into prose by accident. */
const SMUGGLED =
  /[\u{e0000}-\u{e007f}]|[\u202a-\u202e\u2066-\u2069]|[\p{L}][\u200b\u2060\u2063\u00ad]{1,8}[\p{L}]/u;
/** A run that may be encoded text: letters of both cases and digits, longer than any hash that tools print. */
const OPAQUE = /[A-Za-z0-9+/_-]{200,}={0,2}/;
const MAX_SCANNED_CHARS = 16_384;

/**
 * Why a text from an untrusted channel is withheld, or null.
 *
 * @param raw The recorded text: hidden characters are evidence.
 * @param cleaned The same text after `cleanText`, in which words cannot hide.
 * @param options `strict`: also every directive, in ten languages; for the web and other servers.
 * @example whyWithheld(text, cleanText(text)) === 'overrides_instructions'
 */
export function whyWithheld(
  raw: string,
  cleaned: string,
  { strict = false } = {},
): WithheldReason | null {
  if (SMUGGLED.test(raw)) return 'hidden_characters';
  const text = plain(cleaned.slice(0, MAX_SCANNED_CHARS));
  for (const { reason, start, pattern } of RULES)
    if ((start?.test(text) ?? true) && pattern.test(text)) return reason;
  const opaque = OPAQUE.exec(text);
  if (opaque !== null && /[a-z]/.test(opaque[0]) && /[A-Z]/.test(opaque[0]) && /\d/.test(opaque[0]))
    return 'opaque_payload';
  return strict ? directiveIn(inOneScript(cleaned.slice(0, MAX_SCANNED_CHARS))) : null;
}

/** Replaces compatibility forms and lookalike letters with Latin ones and removes emphasis marks around words. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[аеіојрсухѕһԁ]/g, (letter) => LOOK_ALIKE[letter] ?? letter)
    .replace(/[*`]{1,3}(?=\p{L})|(?<=\p{L})[*`]{1,3}|(?<![\p{L}\p{N}])_{1,3}(?=\p{L})/gu, '')
    .replace(/[’‘]/g, "'");
}

/** Reads words that mix two alphabets as Latin. Russian stays Russian. */
function inOneScript(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{L}+/gu, (word) => (/[a-z]/i.test(word) ? plain(word) : word))
    .replace(/[*`]/g, '')
    .replace(/[’‘]/g, "'");
}

const LOOK_ALIKE: Record<string, string> = {
  а: 'a',
  е: 'e',
  і: 'i',
  о: 'o',
  ј: 'j',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
};
