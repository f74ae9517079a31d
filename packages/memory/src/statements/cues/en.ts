import { FACTS_EN_ASSISTANT, FACTS_EN_USER } from './facts.ts';
import { OPEN_EN_ASSISTANT, OPEN_EN_USER, POSTPONED_EN } from './open-ends.ts';
import type { CueTable } from './table.ts';

const OPENERS =
  '(?:(?:ok(?:ay)?|k|please|also|now|then|and|yes|yup|sure|great|thanks|so|well|alright|awesome|cool|but|no|instead|finally|first)[,.!:]*\\s+)*';

/** A noun as the subject: not a participant of the conversation and not a pronoun. */
const SUBJECT = `^${OPENERS}(?!(?:i|it|its|this|that|these|those|you|he|she|they|there|here|what|how|why|when|where|which|who|if|still)\\b)`;
/** A habit of ours, in the present tense. */
const HABIT =
  'we (?:only |all |both |usually )?(?!(?:are|have|had|need|can|could|should|shall|might|may|will|would|must|do|did|don|was|were|got|get|see|saw|know|think|want|believe|hope|guess|like|love|try|seem|ran|made|just|also|still|already|now|then|never|always|\\w+ed|\\w+ly)\\b)\\w{3,}\\b';
/** Reports how something misbehaves. */
const FAULT =
  '(?!.*\\b(?:fail\\w*|error\\w*|broken|breaks?|crash\\w*|bugs?|wrong\\w*|weird|warning\\w*|hangs?|stuck|pass(?:es|ed|ing)?|good|great|done|same|nothing|twice|chokes?|complains?|(?:come|arrive|load)s? too \\w+)\\b)';
/** What a system does or should do, in the singular and the plural. */
const DOES =
  'stays?|remains?|moves?|takes?|happens?|costs?|keeps?|gets?|goes|go|returns?|expires?|starts?|ends?|replaces?|drops?|uses?|accepts?|follows?|belongs?|includes?|contains?|requires?|inherits?|applies|apply|defaults?|handles?|owns?|comes?|reads?|writes?|sends?|limits?|retries|retry';

/** What a system must do when something happens, and not only this time. */
const ON_EVENT =
  '\\b(?:if|when(?:ever)?|as soon as|once) .{4,80}?\\b(?:e?mail|alert|notify|page|ping|retry|abort|reject|fall ?back|warn)\\b(?! (?:me\\b(?! (?:in|at|on|by|via))|again|now))';

/** Says that an order holds for every time. */
const STANDS =
  '\\b(?:always|never|each|every|any|whenever|when|until|from now on|going forward|at a time|as (?:we|you)|before (?:you|we))\\b';

export const en: CueTable = {
  words:
    /\b(?:the|is|are|was|and|to|of|we|i|it|that|this|you|for|from|not|no|now|on|in|all|as|at|by|with|have|should|let'?s|don'?t|use|want|never|always|because)\b/gi,
  user: [
    ...OPEN_EN_USER,
    {
      kind: 'fact',
      pattern: new RegExp(
        `^${OPENERS}we (?:only |usually |currently |now )?(?:get|have|see|process|handle|receive|serve|ship|print|store|import|sell)(?: about| around| roughly| some| up to| over| only)? ?~?\\d`,
        'i',
      ),
    },
    {
      kind: 'open',
      pattern: /^to-?do\b|\b(?:we|i|someone) (?:also )?still (?:need|have|ought) to\b/i,
    },
    {
      kind: 'decision',
      pattern: new RegExp(
        `^${OPENERS}(?:we|i)(?:['’]ll| will|['’]re going to| are going to)? (?:use|go with|chose|picked|switched to|settled on)\\b.{3,80}\\b(?:because|since|as)\\b`,
        'i',
      ),
    },
    {
      kind: 'rejected',
      pattern:
        /\b(?:we|i)(?:['’]ve| have)? tried .{2,60}\b(?:but|and) (?:we |i )?(?:rejected|dropped|removed|abandoned|reverted|ditched)\b/i,
    },
    {
      kind: 'open',
      pattern:
        /\b(?:(?:have|has|had)(?:n['’]?t| not) (?:\w+ )?(?:decided|chosen|settled|agreed|picked)|(?:is|are) (?:still )?undecided|(?:is|are) (?:not|yet to be) decided)\b/i,
    },
    {
      kind: 'decision',
      pattern:
        /\b(?:(?:we|i|you) (?:really )?(?:do(?:n'?t| not)|no longer|never) (?:want|need|wish)\b(?! (?:to )?(?:know|you to))|have no (?:desire|intention|need|plans?) (?:to|of|for))/i,
    },
    {
      kind: 'cause',
      pattern:
        /^(?!.*\b(?:only|always|must|should)\b)(?:(?:and |so |but )?(?:the |that(?:['’]s| is| was) the )?(?:real |actual )?(?:reason|problem|culprit|cause|bug)(?: (?:for|of|with|behind) .{3,60})? (?:is|was)\b|(?:th(?:at|is|e(?:se)?)|it)\b.{0,80}\bcomes? from|.{3,160}\b(?:came from|(?:that|this|it) happens (?:when|because|since|after))\b|found it[.:])/i,
    },
    {
      kind: 'open',
      pattern:
        /\b(?:(?:i|we|someone|somebody) (?:still )?(?:needs?|ha(?:ve|s)|ought) to (?:ask|figure|find out|revisit|rotate|renew|clarify|decide|check with|talk to|look (?:at|into))|(?:should|must|will|need to) (?:revisit|come back to)|(?:ha(?:s|ve)(?:n['’]?t| not)) (?:been )?(?:tested|checked|verified|tried|written|finished|implemented|migrated|fixed|done)|do(?:es)?(?:n['’]?t| not) .{3,60} yet|(?:is|are|was|were)(?:n['’]?t| not) .{3,40} yet|waiting for(?! you| me))\b/i,
    },
    {
      kind: 'rule',
      pattern:
        /(?<!\b(?:is|are|was|were|will|would|does|did|has|had|not|almost|that|which|it) )(?<!\w['’]s )\b(?:always|never)\b(?! \w+(?:s|ed)\b)|\b(?:ever again|from now on|from here on|going forward|in (?:the )?future|every time|each time|whenever|under no circumstances|no exceptions|must(?: not|n't)?|ha(?:s|ve) to be|by convention|as a rule|at all times|the only (?:source|place|way)|(?:should|must) (?:not|never|only|always|all)|shouldn'?t|not allowed|forbidden|mandatory|off[- ]limits|strictly|prior to|(?:before|after) (?:each|every|any)\b|(?:on|at|in) (?:each|every)\b|do(?:n'?t| not) (?:just|ever|keep)\b)/i,
    },
    {
      kind: 'rule',
      pattern: new RegExp(
        `^(?=.*${STANDS}).*?\\b(?:make sure|ensure)\\b|^${OPENERS}(?:do not|don'?t|dont|avoid|stop \\w+ing|no more|never|only|remember(?! (?:that|when|how|the)\\b)|keep in mind to)\\b|^${OPENERS}${FAULT}(?:(?:every|each|all|any|both|nobody|no one|only)\\s+(?:\\S+\\s+){0,6}?(?:is|are|has|have|needs?|must|can|may|push\\w*|${DOES})\\b|no (?:\\S+ ){1,4}(?:in|on|at|without|outside|inside|please)\\b|be \\w+[,.!]|when(?:ever)? (?:you|we|adding|changing)\\b.{3,80}, ?\\w)|\\b(?:it(?:['’]s| is) (?:very |really )?(?:important|essential|crucial|critical) (?:that|to)|leave (?:\\S+ ){1,6}alone|ask (?:me )?before|without asking|(?:one|a single) [\\w -]{3,30} per \\w+|(?:in|with) [\\w ]{3,20} only)\\b|${ON_EVENT}|^${OPENERS}(?:do|run|make|schedule|send|rotate|renew|check|test|clean|review|restart|back up|export|sync|refresh|delete|archive|post|mail|report)\\b.{3,80}\\bevery (?:single )?(?:quarter|month|week|year|sprint|release|night|day|morning|monday|friday|weekend|hour)\\b(?!.*\\b(?:fail\\w*|crash\\w*|broken|hangs?)\\b)`,
        'i',
      ),
    },
    {
      kind: 'preference',
      pattern:
        /\b(?:i(?:['’]m| am) not a (?:big |great )?fan of|i find .{3,60} (?:hard|easy|easier|ugly|confusing|annoying|clear\w*|nicer)\b)|^prefer\b|\b(?:i(?:'d| would)? (?:much |really |strongly )?(?:prefer|rather)|i (?:really )?(?:like|love|hate|dislike)\b|(?:my|our) preference|would prefer)/i,
    },
    {
      kind: 'rejected',
      pattern:
        /(?:^(?:we|i) (?:rejected|discarded|turned down)\b|^(?:(?:no|nope)(?: \w+)?[,.!]|no (?=(?:that|this|it|we|i|the|you|don'?t|not)\b))(?!\s*(?:we (?:use|want|need|chose|keep)|let['’]?s|use|keep|make it|(?:the|our) (?:[\w-]+ ){1,3}(?:is|are|will|should|moves?|runs?|uses?|goes|starts?|stays?)(?! (?:not|wrong|broken|bad|too|still))(?!n))\b)|\b(?:(?:is|are|was|does|do|did)(?:n't| not) (?:\w+ )?(?:work(?:ing)?|needed|necessary|worth|required|useful|help(?:ing|ful)?|acceptable)|too (?:much|broad|complex|complicated|wide|verbose|slow|heavy|long|big|risky|restrictive|\w{3,}y)|overkill|off the table|(?:a )?bad idea|not an option|(?:won['’]?t|will not|would(?:n['’]?t| not)) work|do(?:n['’]?t| not) (?:think|believe|find|like) .{3,60} (?:a good|a great|the right|a sensible|the idea)|decided against|(?<!n['’]?t |not )forget (?:about )?(?!to\b|the last|that\b|it\b)(?=\w{4})|no good|not good enough|get rid of|abandon(?:ed)?|scrap(?:ped)?|(?:i|we) (?:aborted|dropped|gave up|ruled out)|not (?:even )?(?:needed|wanted|necessary)|(?:do|does)(?:n'?t| not) (?:make sense|need))\b)/i,
    },
    {
      kind: 'decision',
      pattern:
        /\b(?:(?:we|i)(?:'d|'ll| would| will)? (?:still |also |really |definitely |just |only |all |then )*(?:(?:do(?:n'?t| not)|no longer|never) )?(?:\w+ly )?(?:want|like|need|wish)\b(?! (?:to )?(?:know|understand|ask|your (?:help|opinion)|help|check|discuss|you to))|have no (?:desire|intention|need|plans?) (?:to|of|for)|(?:we|i)(?:'ll| will|'re going to| are going to|'m going to) (?:use|keep|stay|go|make|build|do|have|proceed|stick|ship|write|support)\b|(?:we|i) (?:use|chose|decided|went|settled|agreed|opted)\b|let'?s (?:not |just |always |also |only )*(?:use|keep|make|have|call|name|put|update|switch|replace|drop|remove|do|add|pin|set(?! up\b)|store|stick|stay|skip|target|(?:move|migrate|switch) (?:\w+ )?(?:from|to|into|over)|not)\b|instead\b|rather than|in favou?r of|make sure|ensure|keep in mind|go(?:ing)? with|switch(?:ing|ed)? (?:to|over)|stick(?:ing)? (?:with|to)|(?:use|using) \S+ (?:for|as|to|with|only)\b|should(?: \w+ly)? (?:be|have|use|go|live|also|act|contain|follow|support|function|work|look|get|take|return|stay|match|include|come)\b|(?:the |our |current )(?:goal|aim|focus|target|scope|plan) (?:of .{3,60} )?(?:is|will be)\b|out of scope|not (?:something )?(?:to be )?(?:handled|part of)|needs? to (?:be|move|have|go|include|support)|(?:it|that) doesn'?t make sense to|good strategy)/i,
    },
    {
      kind: 'decision',
      pattern: new RegExp(
        `\\b(?:(?:we|i)(?:['’]re| are|['’]m| am) (?:not )?(?:going with|moving|switching|dropping|keeping|staying|sticking|using|doing|shipping|targeting)\\b|i(?:['’]d| would) say (?:we|let)|let (?!me\\b|us\\b|you\\b)(?:\\S+ ){1,3}(?:handle|do|decide|own|stay|use|take|run)\\b|go for (?:the|an?|option)\\b|for now (?:we|it|the)\\b|changed my mind)|^${OPENERS}[\\w .-]{2,30} it is(?=[,.!]|$)|^.{3,120}\\b(?:is|are|returns?|uses?) .{2,40}, not \\w`,
        'i',
      ),
    },
    {
      kind: 'cause',
      pattern:
        /\b(?:because|due to|the (?:problem|issue|cause|reason|culprit) (?:is|was)|(?:it|that) was the|root cause|caused by|turned out|turns out)\b/i,
    },
    {
      kind: 'open',
      pattern:
        /\b(?:still (?:need|needs|missing|broken|failing|fails|todo|open|not|to be|have to|hangs?|crash\w*)|not yet|to-?do\b|remaining|left to do|for later|later on|next time|(?:do|does) ?n[o']t (?:seem|appear) to (?:work|be)|(?<!\b(?:it|this|that) )still (?:wrong|flaky|red|disabled|enabled|un\w+|waiting|pending|happens?|shows?)|(?:is|are|has been|have been|got) lost|keeps? (?:failing|crashing|hanging))\b/i,
    },
    ...FACTS_EN_USER,
    {
      kind: 'fact',
      pattern:
        /\b(?:by default|used to (?:be|have|publish|live|use)|(?:lives?|located|stored|found|kept|deployed|hosted|runs?) (?:in|at|on|under)\b|no longer|let me (?:point out|clarify)|(?:the|our) [\w "'`.-]{2,40} (?:is|are) (?:at|in|under|on|the|a|an|me|called|named|\d+|(?:planned|scheduled|due) (?:for|on|in|by))\b|\w{3,} (?:is|are) (?:at|under) |(?:written|maintained|owned|managed|developed) (?:in|by)\b|(?:owns?|maintains?) the\b|(?:has|have) (?:only |about |around |over )?\d|(?:primary|main|only|sole) (?:user|owner|maintainer)|supports?\b(?! team)|you are (?:1|one|in|looking)|actually)\b/i,
    },
    {
      kind: 'decision',
      pattern: new RegExp(`^${OPENERS}${FAULT}${HABIT}(?:\\s+\\S+){2,}`, 'i'),
    },
    {
      kind: 'fact',
      pattern: new RegExp(
        `${SUBJECT}${FAULT}(?:\\S+\\s+){1,4}(?:(?:is|are) (?:numbered|counted|stored|named|grouped|sorted|rounded|billed|paid|charged|signed|encrypted|versioned|generated|deployed|released|reviewed) (?:per|by|as|with|in|on|after|before|to|from|every|each)|costs? (?:us )?(?:about |around )?[€$£]?\\d)`,
        'i',
      ),
    },
    {
      kind: 'fact',
      pattern: /^(?:[Aa]nd )?(?:[Tt]he|[Oo]ur) [\w -]{2,40} (?:is|are) [A-Z][\w.+-]{2,}/,
    },
    {
      kind: 'decision',
      pattern: new RegExp(
        `${SUBJECT}${FAULT}(?:\\S+\\s+){1,5}?(?:(?:will|won['’]?t|can|cannot|can['’]?t|may) (?:\\w+ )?\\w+|${DOES})\\b`,
        'i',
      ),
    },
  ],
  assistant: [
    ...OPEN_EN_ASSISTANT,
    {
      kind: 'rule',
      pattern:
        /\b(?:i(?:['’]ll| will) (?:never|always|only)\b|^(?:noted|understood|got it|ok(?:ay)?)[,.:!].{3,120}\b(?:always|never|only|must|every|each)\b|(?:per|following|according to) your (?:rules?|instructions?|guidelines?)|should (?:not|never|always) be (?:committed|used|changed|edited|touched|removed|deleted|called|stored|shared|pushed)\b|single source of truth)/i,
    },
    {
      kind: 'cause',
      pattern:
        /\b(?:root causes?(?: \w+){0,3}(?::| is| was| are| were)|(?:the|your) (?:real |actual |underlying |main )?(?:problem|issue|cause|reason|culprit|bug|failure|error) (?:is|was|comes|came|lies)\b|(?:is|was|were|are) caused by|(?:fail(?:s|ed)?|hangs?|hung|breaks?|broke|blocked|closed|crash(?:es|ed)?|missing|empty|rejected|wrong|error|warnings?)\b.{0,80}\b(?:because|since|due to|as it)\b|(?:because|since|due to)\b.{0,80}\b(?:fail(?:s|ed)?|hangs?|missing|can'?t|cannot|wrong|broken)|turn(?:s|ed) out|i (?:misunderstood|misread|overlooked)|(?:has|have|had) no \S+ (?:row|entry|rule|config\w*)|ignor(?:es|ed|ing) (?:the )?[`A-Z]|(?:comes?|came) from\b|, so (?:it|they|(?:the|a) \w+(?: \w+)?) (?:ran|got|never|could(?:n['’]?t| not)|did(?:n['’]?t| not)|created?|returned|returns|failed|fails)\b|which is why\b|that(?:['’]s| is) why\b|culprit|(?:stopped|timed out|happens?) .{0,40}\b(?:because|since)\b|my assumption|looking at the (?:error|output|logs?|errors)\b.{0,40}, |, but (?:our|your|the|my|its?) .{2,60} (?:requires?|expects?|needs?|wants)\b|does not (?:respect|honou?r|support|see|know)\b)/i,
    },
    {
      kind: 'open',
      pattern:
        /\b(?:(?:is|are|remains?) still (?:un\w+|missing|open|pending|to be|failing|broken|undecided|disabled|enabled|wrong|red|flaky)|(?<!\b(?:you|i) )still (?:fails?|needs?|breaks?|hangs?|crash(?:es)?|ha(?:s|ve) to)\b|(?:remaining|what(?:['’]s| is)? (?:left|remains|missing)|next steps?|not done|open)(?: work| points?| items?)?(?::| (?:is|are)\b)|(?:ha(?:s|ve)(?:n['’]?t| not) been|could(?:n['’]?t| not)|have(?:n['’]?t| not)|was(?:n['’]?t| not) able to) (?:\w+ )?(?:run|test|verif|check|tried|try|reproduc|migrat|measure)\w*|(?:should|must|can|ha(?:s|ve) to) be (?:\w+ed|rewritten|redone) (?:after|before|once|when|as soon as|in the next)\b|\b(?:tests?|todos?|issues?|errors?|warnings?) left|still (?:to do|to be done)|not (?:yet|been) (?:\w+ )?(?:done|written|pushed|committed|merged|tested|verified|implemented|fixed|finished|decided|released)|ha(?:s|ve)(?:n't| not) been (?:\w+ )?(?:done|written|pushed|committed|merged|tested|verified|implemented|fixed|finished|decided|released)|left for (?:later|you)|(?:what is|what's|nothing else|work) left|not (?:covered|implemented|finished|done|verified|tested)\b|for (?:a later|another|the next) (?:session|step|time|pr|change)|can also (?:split|add|do|fix|move|write)\b|follow-?up)/i,
    },
    {
      kind: 'decision',
      pattern:
        /(?:^(?:yes|exactly|correct|right)[,.:!;—–-]+\s*(?=.*\b(?:needs?|must|should|will|won['’]?t|keeps?|uses?|gets?|goes|runs?|only|never|stays?|we|do(?:n['’]?t| not)|instead)\b)(?:\S+\s+){5}|^(?:agreed|as (?:agreed|discussed|requested)|understood|noted|got it|ok(?:ay)?|makes sense|good (?:catch|point|call)|you(?:'|’)?re (?:absolutely |completely )?(?:right|correct))[,.!:;—–-]+\s*(?!.*\b(?:apologi[sz]e|sorry|missed|oversight|mistake|thank))(?:\S+\s+){5}|\b(?:as you (?:asked|requested|chose|decided|wanted|preferred)|you(?:'ve)? (?:decided|asked for|wanted)|(?:is|are|was|were) (?:deliberately|intentionally)\b|you (?:chose|picked)|(?:we|i)(?:'ve)? (?:decided|agreed|settled|opted|went with|chose|picked)\b|i (?:kept|used|left|put|made|named) .{3,120}\b(?:so that|instead of|rather than)\b|that means (?:we|the)|so we (?:land|use|keep|store|build|ship|go with)|required only if|only (?:required )?(?:if|when) [`'"]))/i,
    },
    ...FACTS_EN_ASSISTANT,
    {
      kind: 'done',
      pattern:
        /^(?:(?:done|completed|finished)[.!:]?(?:\s|$)|(?:created|committed|pushed|merged|released|implemented|fixed|replaced|removed|added|renamed|moved)[: ]|i (?:replaced|moved|renamed|removed|rewrote|split|added|fixed|implemented|created) |all (?:\w+ ){0,3}(?:pass|passed|passing|done|fixed|complete)|everything (?:builds|passes|works)|(?:perfect|great|excellent)[!,.] (?!(?:we|i)(?:['’]ll)? (?:can|see|need|will|should|understand|notice|found|now see)\b|(?:we|i)['’]ll )(?:we|i|all)(?:'ve|’ve|'s| have)? |i(?:'ve|’ve| have) (?:now |successfully )?(?:added|created|written|implemented|fixed|committed|rewritten|moved|split|removed)|(?:phase|step|task|plan|milestone) \S+ (?:is |now )?(?:complete|completed|done|committed|finished)|.{3,80}\b(?:(?:has|have) been|(?:is|are)(?: now)?) (?:created|implemented|committed|fixed|added|merged|completed|published|released|deployed|tagged|live)\b|(?!i\b).{3,60}\bnow (?:\w+s|use|return|run|accept|read|write|show|go)\b)/i,
    },
    {
      kind: 'fact',
      pattern:
        /(?:`[^`\n]{2,80}`.{0,40}\b(?:must|requires?|needs? (?:the|a)\b|lives? (?:in|at)|is located|by default)\b|\b(?:requires?|needs? (?:the|a)|must|never)\b.{0,40}`[^`\n]{2,80}`)/i,
    },
  ],
  facts: FACTS_EN_ASSISTANT,
  lasting: new RegExp(
    `^(?!.*\\b(?:wondering|considering|thinking (?:about|of))\\b).*(?:${ON_EVENT}|\\b(?:always|never|from now on|going forward|in (?:the )?future|every time|whenever|instead|rather than|do(?:n'?t| not) (?:just|ever|keep|want)|not want|no longer)\\b)`,
    'i',
  ),
  postponed: POSTPONED_EN,
  step: new RegExp(
    `^${OPENERS}(?:don['’]?t .{1,40}\\bnow[.!]?$|(?:i (?:want|need|would like) you to\\s+|(?:could|can|would|will) you (?:please )?|let'?s\\s+(?:just\\s+)?|(?:we|i)(?: should| can| need to|(?:['’]re| are|['’]m| am) (?:now )?going to|['’]ll| will)\\s+)?(?:go ahead(?: and| then)?\\s*)?(?:continue|proceed|commit|push|start|run|try|see|look|check|test|fix|figure|move on|take|go on|go ahead|work|begin|review|read|explain|show|tell|give|list|find|analy[sz]e|summari[sz]e|delete|create|implement|build|install|open|repeat|provide|suggest|describe|compare|think|wait|retry|redo|do (?:it|that|this|the)|execute|walk|help|address|discuss|talk|resume|get started|write|draft|commit|search|feel free|note|let me know)\\b)|^${OPENERS}(?:let['’]?s )?(?:make|be) sure (?:to|you|we|that (?:you|we)) (?:pull|merge|rebase|fetch|stash|commit|push|go|run|check|test|verify|look|read|continue|mention|update|include)\\b(?!.*(?:${STANDS}|\\bbefore\\b))`,
    'i',
  ),
  once: new RegExp(
    `^(?:FAIL|PASS|not ok|[✓✗×✘])\\s|\\b(?:should not|shouldn['’]?t) (?:be (?:an? )?(?:issue|problem|concern|hard|difficult|there|happening|output)|need|matter|happen|cause|affect|take)\\b|\\b(?:not|never|shouldn['’]?t) .*\\byet\\b|(?:\\bnot|n['’]?t) ha(?:s|ve) to be\\b|\\b(?:in|on|at) each[.!]?$|\\b(?:will|would|might|may|could|but) (?:\\w+ )?in (?:the )?future\\b|^${OPENERS}only (?:at|then|after|once|when|now)\\b|\\bprior to (?!\\w+ing\\b|any|each|every|all\\b)|\\bnever (?:appears?|shows?|happens?|works?|finish\\w*|loads?)\\b|\\bdon['’]?t (?:we|you|they|i)\\b|\\bwhen (?:you|we|i) (?:did|were|was|made|ran|wrote|added|said)\\b|^${OPENERS}(?:all|every|each|both|any)\\b.*\\b(?:has|have) (?:\\w+ )?been\\b`,
    'i',
  ),
  supposed:
    /^(?:(?:but|and|so|or|also)\s+)?(?:if|maybe|perhaps|what if|suppose|assuming|imagine|in theory|could we|would it|might|e\.g\.|for example|for instance|say,)\b|^before (?:we|i|you) [^,]+$|\b(?:i (?:think|guess) maybe|not sure (?:if|what|how|why|whether)|i wonder|(?:i(?:['’]m| am)|we(?:['’]re| are)) (?:wondering|considering|thinking (?:about|of))|unsure|no idea|i(?:'m| am) (?:not sure|confused)|(?:would|could|might) (?:have|possibly))\b|^(?!.*\bwe\b).* since (?:this (?:morning|afternoon|week)|yesterday|today|last (?:night|week)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i,
  correction:
    /(?:^|[\s,])(?:no[,.]|actually|instead|rather than|no longer|not .{1,60} any ?more|dropped|replaced by|changed my mind|scratch that|wrong|on second thought)(?=[\s,.!]|$)/i,
  why: /\b(?:because|since|so that|due to|otherwise|as (?:it|that|this|we|they))\b/i,
  hedged:
    /\b(?:let me|let's|i(?:['’]ll| will)(?! (?:never|always|only|not)\b)|likely|might|may|maybe|perhaps|probably|possibly|appears?|seems?|e\.g\.|if (?:a|an|the|you|it|this|that|your)|could be|to see if|try(?:ing)?|would|i see the|remember:)\b/i,
  complaint:
    /^(?:\w+[,.]? )?why (?:did|do|are|were|would|didn'?t|don'?t) you\b.{4,}\b(?:before|prior to|without|instead of|again|rather than)\b/i,
  verdict:
    /^(?:and |so |but )?(?:that|this|it|which)(?:'s|’s| is| was| seems| won'?t| doesn'?t| isn'?t| will not| does not)\b.{0,50}\b(?:no good|bad|wrong|unacceptable|work|ok(?:ay)?|enough|too \w+|what (?:i|we) (?:want|asked))/i,
  yes: /^(?:yes|yep|yup|yeah|sure|ok(?:ay)?|correct|exactly|agreed|right|sounds good|perfect|go ahead|do it|please do|go for it|approved|lgtm|that works|looks good)\b[\s,.!]*(?:please|go ahead|do it|do that|let's do (?:it|that)|thanks?|that's (?:good|right|fine))?[\s.!]*$/i,
};
