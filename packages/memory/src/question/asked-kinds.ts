/** Questions about no subject for every statement of a kind: "Which rules do we have?" */
import type { StatementKind } from '../statements/statement.ts';

/** A kind of statement, recorded work that is not done, or the calls that hooks stopped. */
export type ListedKind = StatementKind | 'task' | 'handoff' | 'denial';

interface Asking {
  asks: RegExp;
  /** In the order in which they are listed. */
  kinds: readonly ListedKind[];
  /** The words that name the kind. They do not describe the topic. */
  words: RegExp;
}

/** A question for open or rejected items or for denials asks for nothing else, because these are not in force. */
const NOT_IN_FORCE: readonly Asking[] = [
  {
    asks: /^\W*(?:what|which(?: \w+)?|list|show|was)\b(?: \w+){0,4} (?:denied|denials)\b|\b(?:call|command|edit|action|tool|guard|hook|permission)s?\b.{0,30}\b(?:(?:block|refus|prevent|stopp?)(?:ed|e)?|(?:was|were) not allowed)\b|\b(?:blocked|refused|prevented|stopped) by (?:a |the |our |my )?(?:guard|hook|hookloom|permission)/i,
    kinds: ['denial', 'rejected'],
    words:
      /^(?:denied|denials?|block(?:ed)?|refused?|prevent(?:ed)?|stop(?:ped)?|allowed|not|calls?|commands?|edits?|actions?|tools?|guards?|hooks?|hookloom|permissions?)$/,
  },
  {
    asks: /\bopen (?:questions?|points?|issues?|ends?|items?|topics?|decisions?|tasks?|work)\b|\btasks? (?:are|is) (?:still )?open\b|\b(?:still|left|remains?) (?:open|undecided|unresolved|to (?:do|decide))\b|\b(?:unresolved|undecided)\b|\bto-?dos?\b|\bnext steps?\b|\bwhat(?:'s| is| comes) next\b|\b(?:do|start|start with|tackle|continue with|work on) next\b|\boffene[nr]? (?:fragen|punkte|entscheidungen|aufgaben)\b|\bnoch offen\b|\bals nächstes\b/i,
    kinds: ['handoff', 'task', 'open'],
    words:
      /^(?:next|steps?|tasks?|tackle|nächstes|aufgaben|open|questions?|points?|issues?|ends?|items?|topics?|decisions?|left|remains?|undecided|unresolved|decide|todos?|offene[nr]?|offen|fragen|punkte|entscheidungen|noch)$/,
  },
  {
    asks: /\b(?:reject(?:ed|ions?)?|ruled? out|discard(?:ed)?|decided? against|turn(?:ed)? down)\b|\b(?:verworfen|abgelehnt|ausgeschlossen)\b/i,
    kinds: ['rejected'],
    words:
      /^(?:reject|rejected|rejections?|ruled?|discard|discarded|decided?|against|turn|turned|out|down|options?|alternatives?|ideas?|verworfen|abgelehnt|ausgeschlossen)$/,
  },
];

/** Asks for things of this name: "Which rules …", "What are our coding conventions?", "List all decisions and rules". */
function asksFor(nouns: string): RegExp {
  const before = '(?:are|is|were|all|of|the|our|your|my|me|these|other|current|sind|unsere)';
  return new RegExp(`^\\W*\\w+(?: ${before})*(?: \\w+ and)?(?: \\w+)? (?:${nouns})\\b`, 'i');
}

const WHO = '(?:i|we|they|the (?:user|person))';

/** Lists every kind that fits. */
const IN_FORCE: readonly Asking[] = [
  {
    asks: /\b(?:decisions|decided?|agreed)\b|\b(?:entscheidungen|entschieden|beschlossen)\b/i,
    kinds: ['decision', 'rejected', 'rule', 'preference'],
    words:
      /^(?:decisions|decided?|agreed?|hold|made|taken|entscheidungen|entschieden|beschlossen|getroffen)$/,
  },
  {
    asks: asksFor(
      'rules|guidelines|conventions|constraints|instructions|restrictions|regeln|vorgaben|konventionen',
    ),
    kinds: ['rule', 'preference'],
    words:
      /^(?:rules|guidelines|conventions|constraints|instructions|restrictions|follow|hold|apply|obey|valid|regeln|vorgaben|konventionen|gelten)$/,
  },
  {
    asks: /^\W*(?:what|was)\b.{0,40}\b(?:(?:not|never) (?:be )?allowed|forbidden|prohibited|verboten)\b|^\W*what (?:must|should|may|can|shall) (?:i|we|you|agents?|one) (?:never|always|not)\b|^\W*what (?:did|have) (?:i|we) (?:ask|told|tell|instruct|want)\w*\b.{0,20}\b(?:never|always|not)\b/i,
    kinds: ['rule', 'preference'],
    words:
      /^(?:not|never|always|allowed|forbidden|prohibited|verboten|ask|asked|tell|told|instruct|instructed)$/,
  },
  {
    asks: new RegExp(
      `${asksFor('preferences|vorlieben').source}|^\\W*what (?:do|does|did|have|has) ${WHO} (?:really )?(?:like|prefer|care about|insist on|expect)`,
      'i',
    ),
    kinds: ['preference', 'rule'],
    words: /^(?:preferences|prefer|preferred|like|liked|care|insist|expect|vorlieben)$/,
  },
  {
    asks: new RegExp(
      `^\\W*what (?:(?:(?:do|does|did) ${WHO} (?:really )?(?:not|never)|(?:do|does|did)(?: (?:not|never)|n['’]?t) ${WHO})(?: really)? (?:like|want|prefer)|(?:do|does|did) ${WHO} (?:really )?(?:hate|dislike|object to))\\b`,
      'i',
    ),
    kinds: ['rule', 'preference', 'rejected'],
    words: /^(?:do(?:n|es|esn)?|did(?:n)?|not|never|really|like|want|prefer|hate|dislike|object)$/,
  },
  {
    asks: /^\W*what (?:(?:should|must|do|does) (?:i|we|you|an? \w+|one) (?:(?:need|have) to )?(?:know|remember|respect|consider|observe|(?:keep|bear) in mind|watch out|look out|pay attention|be (?:careful|aware))|is (?:important|good) to know)\b/i,
    kinds: ['rule', 'preference', 'decision', 'cause'],
    words:
      /^(?:know|remember|respect|consider|observe|keep|bear|mind|watch|look|pay|attention|careful|aware|important|good|before|when|while|(?:start|begin|chang|touch|edit|work|writ|cod)\w*|anything|something|task)$/,
  },
  {
    asks: asksFor('causes|ursachen'),
    kinds: ['cause'],
    words: /^(?:root|causes|find|found|ursachen|gefunden)$/,
  },
];

const LISTING = /^(?:list|all|every|liste|alle)$/;

/** Only these questions can ask for a list; "Who decided it?" asks for one thing. */
const LISTS =
  /^\W*(?:(?:please|bitte|and|und|so)\W+)*(?:which|what|list|show|name|give|tell|was|welche[rsn]?|nenne|zeige?|liste)\b/i;

/** The kinds that a question asks to list, in order; null if it asks for something else. */
export function askedKinds(query: string): readonly ListedKind[] | null {
  const kinds = new Set(askingsOf(query).flatMap((asking) => asking.kinds));
  return kinds.size === 0 ? null : [...kinds];
}

/** Whether a word of the question names the kind that it asks for: `rules` in "Which rules are about tests?" */
export function namesAskedKind(query: string): (word: string) => boolean {
  const askings = askingsOf(query);
  return (word) => askings.some(({ words }) => LISTING.test(word) || words.test(word));
}

/** Between two questions in one: "What was decided, and what is left to do?" */
const NEXT_QUESTION = /[,;?]?\s+(?:and|und)\s+(?=(?:what|which|was|welche[rsn]?)\b)/i;

function askingsOf(query: string): readonly Asking[] {
  return query.split(NEXT_QUESTION).flatMap((part) => {
    if (!LISTS.test(part)) return [];
    const other = NOT_IN_FORCE.find(({ asks }) => asks.test(part));
    return other === undefined ? IN_FORCE.filter(({ asks }) => asks.test(part)) : [other];
  });
}
