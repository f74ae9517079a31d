/**
 * Finds, in ten languages, a sentence that tells an agent what to do or claims that someone decided. For text from the
 * web or another server. An ordinary how-to needs no such words. Every pattern is bounded.
 */
import { splitSentences } from '../taint/sentences.ts';
import {
  AGENT,
  AUTHORITY,
  CONCEAL,
  DECIDED,
  DISABLE,
  GUARD,
  LANGUAGES,
  MUST,
  OVERRIDE,
  PLANT,
  RULES,
  SECRET,
  SEND,
  WITHOUT_ASKING,
} from './directive-words.ts';

/** The words for one idea in every language. */
type Idea = ReturnType<typeof idea>;

interface Sentence {
  text: string;
  /** In lower case, if it is ASCII. */
  ascii: string | null;
}

const CJK: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);
const SPACED = LANGUAGES.filter((language) => !CJK.has(language));
const UNSPACED = LANGUAGES.filter((language) => CJK.has(language));

/**
 * Compiling all patterns takes 60 ms, so each is compiled when a sentence first needs it; most need only the starts.
 */
function idea(words: Readonly<Record<(typeof LANGUAGES)[number], string>>) {
  const sources = LANGUAGES.map((language) =>
    // In scripts without spaces a word can start anywhere.
    CJK.has(language) ? `(?:${words[language]})` : `(?<![\\p{L}\\p{N}_])(?:${words[language]})`,
  );
  const any = once(() => new RegExp(sources.join('|'), 'iu'));
  const starts = once(() => {
    const of = (languages: readonly (typeof LANGUAGES)[number][]) =>
      languages.flatMap((language) => startsInAscii(words[language])).join('|');
    return new RegExp(`(?<!\\w)(?:${of(SPACED)})|${of(UNSPACED)}`, 'u');
  });
  return {
    /** A check whether the sentence may contain the idea. Never false if one of `in` matches. */
    mayBeIn: ({ text, ascii }: Sentence) =>
      (ascii === null || starts().test(ascii)) && any().test(text),
    in: sources.map((source) => once(() => new RegExp(source, 'iu'))),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const RULES_BY_IDEAS: readonly { reason: WithheldReason; ideas: readonly Idea[]; and?: RegExp }[] =
  [
    { reason: 'overrides_instructions', ideas: [idea(OVERRIDE), idea(RULES)] },
    { reason: 'conceals_from_user', ideas: [idea(CONCEAL)] },
    {
      reason: 'asks_for_secret',
      ideas: [idea(SEND), idea(SECRET)],
      and: /https?:\/\/|[\w.-]+@[\w-]+\.\w|webhook|pastebin|\b[a-z0-9-]+\.[a-z0-9-]+\.[a-z]{2,}\b/iu,
    },
    { reason: 'addresses_assistant', ideas: [idea(AGENT), idea(MUST)] },
    { reason: 'plants_memory', ideas: [idea(PLANT)] },
    { reason: 'directs_unsafe_action', ideas: [idea(WITHOUT_ASKING)] },
    { reason: 'directs_unsafe_action', ideas: [idea(DISABLE), idea(GUARD)] },
    { reason: 'claims_authority', ideas: [idea(AUTHORITY), idea(DECIDED)] },
  ];
const ROLE_MARKER =
  /(?:^|\n|[.。!！?？]\s{0,2})\s{0,8}(?:\[|#{1,4} ?|\*\*)?(?:system|systemnachricht|système|sistema|система|系统|システム|시스템)(?:\]|\*\*)?(?:[- ](?:message|nachricht|prompt)|提示|消息|メッセージ|메시지)?\s{0,3}[:：]/iu;
const MAX_SENTENCES = 200;

/** Why a text from the web or from another server is withheld, or null. */
export function directiveIn(text: string): WithheldReason | null {
  if (ROLE_MARKER.test(text)) return 'role_marker';
  for (const { text: said } of splitSentences(text, MAX_SENTENCES)) {
    const sentence = { text: said, ascii: /[^\t-~]/.test(said) ? null : said.toLowerCase() };
    const found = RULES_BY_IDEAS.find(({ ideas, and }) => {
      if (!ideas.every((one) => one.mayBeIn(sentence))) return false;
      return (
        LANGUAGES.some((_, at) => ideas.every((one) => one.in[at]!().test(said))) &&
        (and?.test(said) ?? true)
      );
    });
    if (found !== undefined) return found.reason;
  }
  return null;
}

/**
 * The alternatives of a pattern, each up to its first `[^…]`: cheap to compile, and one of them matches wherever the
 * full pattern does. For lower-case ASCII text: a letter there is one of a to z.
 *
 * @example startsInAscii('hide[^.]{0,40}user|ai(?!\\p{L})') // ['hide', 'ai(?![a-z])']
 */
export function startsInAscii(pattern: string): string[] {
  const found: string[] = [];
  let start = '';
  let depth = 0;
  let isCut = false;
  for (const [part] of pattern.matchAll(/\\.|\[\^?(?:\\.|[^\]\\])*\]|[^]/gu)) {
    if (part === '(') depth++;
    if (part === ')') depth--;
    if (part === '|' && depth === 0) {
      found.push(start);
      start = '';
      isCut = false;
      continue;
    }
    isCut ||= depth === 0 && part.startsWith('[^');
    if (!isCut) start += part;
  }
  found.push(start);
  return found.map((one) => one.replaceAll('\\p{L}', '[a-z]'));
}

/** Why a text from an untrusted channel is withheld. */
export type WithheldReason =
  | 'overrides_instructions'
  | 'role_marker'
  | 'addresses_assistant'
  | 'tool_call_syntax'
  | 'asks_for_secret'
  | 'data_in_url'
  | 'claims_authority'
  | 'plants_memory'
  | 'conceals_from_user'
  | 'directs_unsafe_action'
  | 'hidden_characters'
  | 'opaque_payload';
