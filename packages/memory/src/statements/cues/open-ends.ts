/** How people and assistants describe unfinished work, in English and German. */
import type { Cue } from './table.ts';

const one = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'i');

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const LATER_EN =
  '(?:later(?! than)|tomorrow|on ' +
  DAY +
  '|another (?:day|time)|next (?:time|week|month|sprint|session|release|iteration)|in (?:an?|the) (?:next|later|separate|follow-?up|second|different|new|own) (?:session|branch|pr|pull request|step|change|release|commit|issue|ticket|task|iteration|sprint))\\b';
const WORK_EN =
  '(?:do|fix|add|handle|tackle|look (?:at|into)|finish|write|clean|take care of|deal with|come back to|pick (?:\\w+ )?up|implement|migrate|test|revisit|continue(?: with)?|address|refactor|replace|remove|rotate|update|document)';

/** Postpones work. Takes precedence over words that ask for work in this step. */
export const POSTPONED_EN = new RegExp(
  `^(?!.*\\b(?:if|maybe|perhaps|could|unless|suppose|would)\\b).*(?:\\b(?:park(?:ed)?|shelved?|defer(?:red)?)\\b.{1,60}\\bfor now\\b|\\b(?:left|leave|save|park(?:ed)?|shelved?|skip(?:ped)?|defer(?:red)?|postponed?)\\b.{1,60}\\b(?:for (?:later|another (?:day|time|pr|session)|the next \\w+)|until\\b|to (?:later|next|an? (?:later|separate|follow-?up)))|\\b${WORK_EN}\\b.{1,60}\\b${LATER_EN}|\\bremind me\\b|\\bdon['’]?t let (?:me|us) forget\\b)`,
  'i',
);

export const OPEN_EN_USER: readonly Cue[] = [
  {
    kind: 'open',
    pattern: one(
      POSTPONED_EN.source,
      "\\b(?:we|i)(?:['’]ve| have)? (?:postponed|deferred|shelved|parked)\\b",
      '\\b(?:put|is|are) on hold\\b',
      '\\b(?:ha(?:s|ve) to|can|must) wait\\b(?! for me)',
      '^next (?:time|session)\\b.{8,}',
      '^next(?: up)?(?::| (?:is|are|comes?)\\b).{6,}',
      `\\b(?:i['’]?ll|i will|we['’]?ll|we will|let['’]?s|(?:we|i) (?:should|need to|have to|must|can))\\b.{3,80}\\b(?:tomorrow|on ${DAY}|next week|(?:later )?this week|after the (?:release|launch|weekend|holidays))\\b`,
      `\\b(?:picking|coming|going)\\b.{1,20}\\b(?:up|back)\\b.{0,20}\\b${LATER_EN}`,
      "\\bha(?:ve|s)(?:n['’]?t| not) .{3,80} yet\\b",
      "\\bstill (?:does|do|is|are|did|can)(?:n['’]?t| ?not) .{2,}",
      '\\b(?:we|i) never (?:got|managed|finished|figured|found out)\\b',
      '\\b(?:someone|somebody) (?:still )?(?:has|needs|should)\\b.{3,}',
      '^before (?:the|we|i) .{3,40},? (?:we|i|someone|somebody) (?:still )?(?:needs? to|ha(?:ve|s) to|must)\\b',
      '\\bnot (?:happy|done|ready|finished|satisfied|there|complete|sure about)\\b.{0,60}\\byet\\b',
      '^to ?do:.{4,}',
      "\\b(?:can(?:no|['’])?t|cannot) .{2,60}\\buntil (?!(?:all|every|each)\\b)",
      "\\b(?:is|are)(?:n['’]?t| not) (?:finished|done|complete|ready)\\b",
      '\\bonly (?:half|part|some|a few|one|two|three|\\d+) of .{2,60}\\b(?:is|are|work\\w*)\\b',
      '^(?:that|which) (?:only |just )?leaves\\b',
      "\\bwhat(?:['’]s| is) (?:still )?(?:missing|left|open)(?: is|:)",
      '\\b(?:is|are) (?:still )?on (?:my|our|the) (?:todo )?list\\b',
      '\\b(?:come back|return|get) to (?:this|that|it|the|these)\\b.{0,60}\\b(?:once|when|after|later)\\b',
      '\\bcan be (?!.{0,60}\\b(?:every|each)\\b)(?:\\w+ed) (?:after|once|when) the (?:next|new)\\b',
      '^(?:and |so |then )*(?:tomorrow|later(?: on)?)(?::|,| (?:we|i)\\b).{8,}',
      "\\b(?:ha(?:ve|s)(?:n['’]?t| not) (?:gotten|got)|did(?:n['’]?t| not) get) (?:around )?to\\b",
      '\\b(?:blocked|stuck) (?:on|by)\\b',
      '\\b(?:is|are) to be (?:done|written|decided|defined|clarified|tested|continued|added|fixed)\\b',
      '^(?:nobody|no one|none of)\\b.*\\byet\\b',
      '\\b(?:still|remains?) (?:unclear|unresolved|undecided|unknown)\\b',
    ),
  },
];

export const OPEN_EN_ASSISTANT: readonly Cue[] = [
  {
    kind: 'open',
    pattern: one(
      '^(?:next(?: up| steps?)?|remaining|(?:one|two|three) (?:\\w+ )?(?:thing|step|point|item)s? (?:is |are )?left) ?:.{4,}',
      '^(?:phase|step|part|stage|milestone) .{1,60}\\b(?:comes|is) next\\b',
      '(?:^|[-–—:] )(?:you are |we are )?ready (?:for|to (?:continue|move on|proceed|start|begin|go on)(?: with| to)?) (?:the )?(?:next )?(?:phase|step|part|stage|milestone)\\b',
      "\\byou(?:['’]ll| will)? (?:still )?(?:need|have) to\\b.{3,100}\\b(?:before you (?!can)|on your side|in the (?:repository|project|account) settings)\\b",
      "\\b(?:is|are|does|do|ha(?:s|ve))(?:n['’]?t| not) (?:yet\\b.{3,}|.{2,60} yet\\b)",
    ),
  },
  {
    kind: 'open',
    isAnywhere: true,
    pattern: one(
      '\\b(?:is|are|remains?) (?:still )?un(?:committed|pushed|merged|tested|resolved|verified|fixed|finished|documented|translated|released)\\b(?! (?:changes|files|work)\\b)',
      "\\bi (?:did(?:n['’]?t| not)|ha(?:ve)?(?:n['’]?t| not)) (?:yet )?(?:touch|run|test|verif|commit|push|merge|finish|updat|migrat|remov|delet|deploy|releas|measur|renam)\\w*\\b",
      '\\bi (?:deliberately |intentionally )?left\\b.{1,80}\\b(?:for (?:now|later|you|a follow-?up|another|the next)|untouched|undone|open|as a follow-?up)\\b',
      '\\b(?:deferred|postponed) (?:to|until|for)\\b',
      '\\bis still up to you\\b',
      '\\bwill (?:keep (?:on )?|continue to )(?:fail|break|crash)\\w*',
      '\\b(?:is|are) blocked (?:by|on)\\b',
      '\\b(?:is|are) (?:only |still |just )?(?:stubbed|a stub|a placeholder|placeholders|hard-?coded for now)\\b',
      '\\b(?:tests?|checks?|builds?|jobs?)\\b.{0,40}\\b(?:(?:is|are) )?still (?:fail\\w*|red|broken)\\b',
    ),
  },
];

const LATER_DE =
  '(?:später|morgen|(?:beim )?nächste[sn]? mal|nächste (?:woche|sitzung|version)|in (?:der|einer) (?:nächsten|späteren|eigenen) (?:sitzung|version|änderung)|im nächsten (?:schritt|release|sprint))(?![\\p{L}])';

export const POSTPONED_DE = new RegExp(
  `^(?!.*(?<![\\p{L}])(?:wenn|falls|vielleicht|könnten?|würden?|eventuell)(?![\\p{L}])).*(?<![\\p{L}])(?:(?:machen|bauen|klären|prüfen|testen|ergänzen|erledigen|schreiben|beheben|kümmern|ändern|schauen|sehen|besprechen|mache|baue|kläre|prüfe|teste|schreibe|schaue)(?![\\p{L}]).{0,40}(?<![\\p{L}])${LATER_DE}|^(?:und |dann )*morgen (?:noch|dann|erst) .{8,}|${LATER_DE}.{0,40}(?<![\\p{L}])(?:machen|bauen|klären|prüfen|testen|ergänzen|erledigen|kümmern|weiter)(?![\\p{L}])|(?:verschieben|verschoben|vertagen|vertagt|zurückgestellt|stellen .{1,40} zurück)(?![\\p{L}])|erinner\\p{L}* mich)`,
  'iu',
);

export const OPEN_DE_USER: readonly Cue[] = [
  {
    kind: 'open',
    pattern: new RegExp(
      `${POSTPONED_DE.source}|(?<![\\p{L}])(?:lassen wir (?:\\p{L}+ ){0,3}liegen|bleib(?:t|en) (?:\\p{L}+ ){0,2}(?:liegen|offen)|häng(?:t|en) noch an|blockiert durch|wartet? (?:\\p{L}+ )?auf|wir warten (?:noch )?auf|noch unklar|(?:muss|müssen|sollten?) (?:(?:wir|ich|man) )?(?:da )?noch(?:mal)?|noch nicht (?:glücklich|zufrieden))(?![\\p{L}])|^als nächstes(?::| (?:kommt|kommen|folgt|steht|stehen)(?![\\p{L}])).{4,}|^(?:da|dort) (?:muss|müssen) .{1,20}nochmal(?![\\p{L}])|^offen:? (?:ist|bleibt|sind)`,
      'iu',
    ),
  },
];

export const OPEN_DE_ASSISTANT: readonly Cue[] = [
  {
    kind: 'open',
    isAnywhere: true,
    pattern:
      /(?<![\p{L}])(?:noch (?:nicht|nie) (?:\p{L}+ )?(?:getestet|committet|gepusht|geprüft|fertig|umgesetzt|gemerget|übersetzt|dokumentiert)|habe ich .{0,60}(?:vorerst|bewusst|noch nicht|unverändert|stehen (?:ge)?lassen|offen (?:ge)?lassen)|schlägt weiterhin fehl|schlagen weiterhin fehl|bleib(?:t|en) ungetestet|ist (?:nur |noch )?ein platzhalter|(?:ist|sind) (?:immer )?noch (?:rot|kaputt|fehlerhaft|offen)|habe ich (?:\p{L}+ )?nicht (?:laufen lassen|ausgeführt|getestet|geprüft|angefasst)|du musst .{2,60} noch)(?![\p{L}])|^(?:danach |dann )?als nächstes (?:kommt|kommen|folgt|steht)(?![\p{L}])|^noch nicht (?:erledigt|fertig|getestet):|^offen:? (?:ist|bleibt|sind)/iu,
  },
];

/** A line that announces a list of unfinished work. */
export const OPEN_LEAD =
  /^(?:[^\p{L}]*)(?:(?:\p{L}+ ){0,3}(?:i (?:deliberately |intentionally )?left (?:(?:this|these|it|them) )?(?:for|to|out|open|undone)(?: (?:you|later|now|a follow-?up|another \w+|the next \w+))?|what i (?:did(?:n['’]?t| not)|have(?:n['’]?t| not)) (?:do|done|touch|touched|change|changed|test|tested|finish|finished)|before (?:you|we) (?:merge|deploy|release|ship|push|publish)(?: .{1,30})?|(?:(?:is|are)(?: still)?|still) (?:left|open|missing|outstanding|pending|to do|to be done|unresolved|not done))|remaining(?: \p{L}+)?(?: \p{L}+)?|(?:still )?open (?:points?|questions?|issues?|items?|tasks?|ends?|work)|still open|outstanding(?: \p{L}+)?|known (?:issues?|limitations?|gaps?|problems?)|to-?dos?|unresolved(?: \p{L}+)?|deferred|not (?:yet )?(?:done|covered|tested|implemented|verified|addressed)(?: yet)?|what(?:['’]s| is) (?:still )?(?:left|missing|open)|left (?:for later|to do|open|for you)|for (?:later|next time|the next session)|offene? (?:punkte|fragen|aufgaben|enden)|noch (?:offen|zu tun)|was (?:noch )?(?:fehlt|offen ist)|(?:für dich |es )?bleib(?:t|en)(?: noch)?|vor dem (?:merge|deploy|release)|reste à faire|il reste(?: à faire)?|queda(?:n)? (?:por hacer|pendientes?)|pendientes?|осталось(?: сделать)?|не сделано|待办|未完成|还没做|剩余\p{L}*|ausstehend|verbleibend(?:e \p{L}+)?|nicht (?:erledigt|getestet|umgesetzt)|bekannte (?:probleme|einschränkungen)|für später)(?: \([^)]{1,40}\))?\s*[:：]?$/iu;
