/** Words that shape a question without naming its subject, and words with the same meaning. Data only. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** A question stays answerable if one of these is missing. */
export const FRAME_WORDS = words(`
  use used using make made do does did done doing happen happened current currently latest last now recent recently
  get got set need far needed want wanted know tell show give find found say said please exactly actually agree agreed
  work works working thing things way kind type name named value reason reasons because cause
  choose chose chosen pick picked select selected decide decided decision decisions adopt settle settled
  long much many often time times day week today yesterday ever already still yet
  project repo repository codebase code system we our us team agent user assistant session
  define defined call called keep kept put go going look see change changed first next new old
  anything something someone there other else about each wrong consider considered contain contains allow allowed
  say says print prints printed large big small fast slow size live lives
  may might must shall should would could can cannot ok okay
  wir ich und der das den dem des ein eine einen einem einer für auf mit ist sind bei vom zum zur welche welcher welches
  welchen welchem wer wo wann wie wird werden haben hatten darf dürfen muss müssen soll sollen brauchen nehmen nutzen
  verwenden benutzen bekommen
  result results outcome status state finish finished start started come came end ended run ran running
`);

/** A question made only of these asks for the current state of the work. */
export const STATE_WORDS = words(`
  task tasks goal goals decision decisions blocker blockers blocked step steps action actions progress roadmap plan
  plans direction status state open remaining left todo todos handoff priority priorities
  working work current next recent session project continue resume context active focus
`);

/** What every project has. A question made only of these and everyday words names no subject: "Which branch is it on?" */
export const GENERIC_WORDS = words(`
  agent agents answer app apps application branch branches bug bugs build builds change code command commands commit commits
  config configuration dependency dependencies directory directories doc docs documentation document edit edits
  environment error errors example examples failure failures feature features file files fix fixes folder folders function functions
  idea ideas instruction instructions issue issues library libraries limit limits line lines log logs message messages model models
  module modules output option options package packages part parts person people problem problems pr prs program promise
  push question questions release request requests rule rules script scripts step steps task tasks test tests tool tools
  turn variable variables version versions
`);

/** Kinds of fact that answer a question about the current state of the work. */
export const STATE_KINDS = words(
  'goal task decision handoff blocker issue hook_checkpoint preference',
);

/** Added to such a question, so that the search finds those facts by their kind. */
export const STATE_SEARCH = 'goal decision task handoff blocker next steps';

/** Spellings of one meaning that coding logs mix. Each word counts for its complete group. */
export const SAME_MEANING: readonly (readonly string[])[] = [
  ['bug', 'issue', 'problem', 'defect'],
  ['fail', 'failure', 'error', 'broken', 'crash'],
  ['fix', 'resolve', 'repair', 'solve', 'solution', 'remedy'],
  ['remove', 'delete', 'drop'],
  ['directory', 'folder', 'dir'],
  ['config', 'configuration', 'setting', 'settings'],
  ['doc', 'documentation', 'docs'],
  ['dependency', 'dependencies', 'package', 'library'],
  ['timeout', 'deadline'],
  ['prefer', 'preference', 'style', 'convention'],
  ['database', 'db'],
  ['auth', 'authentication', 'login'],
  ['pass', 'passed', 'green', 'succeed', 'success'],
  ['finish', 'complete', 'done'],
  ['why', 'rationale', 'reason'],
  ['own', 'owner', 'responsible', 'maintain', 'maintainer'],
  ['cost', 'price', 'pay'],
  ['mail', 'email'],
];

/** Words of a sentence that gives a reason. */
export const REASON_WORDS =
  /\b(?:because|since|so that|due to|reason|rationale|caused? by|cause|in order to|to avoid|to keep|otherwise|therefore|why)\b/i;

/** Asks for a thing with its own name in code; the noun is the group. */
export const ASKS_CODE_NAME =
  /\b(?:which|what)(?: [\w-]+){0,2} (file|path|function|method|class|flag|metric|permission|environment variable|endpoint|script|folder|directory)s?\b(?! of\b)/i;

/** Asks whether something is done. */
export const ASKS_STATUS =
  /^\W*(?:(?:so|and|ok|hey)\W+)?(?:(?:is|are|was|were|has|have|did)\b[^?]*\b(?:done|finish(?:ed)?|completed?|ready|fixed|merged|implemented|resolved|closed|open)(?: (?:yet|already|now|by now|today))?|(?:ist|sind|wurden?)\b[^?]*\b(?:fertig|erledigt|offen))\W*$/i;

/** Asks for a failure, or for a state that may not be the latest. */
export const ASKS_EARLIER =
  /\b(?:fail(?:s|ed|ing|ures?)?|errors?|crash(?:e[sd]|ing)?|br(?:eak|oke|oken)|wrong|red|exit code|first|initial(?:ly)?|earlier|before|previous(?:ly)?|original(?:ly)?|used to)\b/i;

/**
 * Everyday verbs, adjectives and adverbs. Other words name the subject of a question, and answers rarely repeat these.
 * General English, not taken from any log.
 */
export const EVERYDAY_WORDS = words(`
  accept achieve act admit affect afford agree aim allow announce answer appear apply approach approve argue arise arrive
  ask attempt attend avoid base become begin behave believe belong bind bite block blow borrow break bring build burn
  buy care carry catch cause cease charge chase check claim clean clear climb close collect combine commit compare
  complain complete concern confirm connect consist consume continue contribute control cost count cover create cross
  cut damage deal demand deny depend derive describe deserve destroy detect determine differ disappear discover discuss
  divide doubt draw drive dry earn eat emerge employ enable encourage enjoy ensure enter establish estimate examine exist
  expect experience explain express extend face fall fear feed feel fight fill fit fly focus fold follow force forget
  form gain gather grow guess handle hang happen hate hear help hide hit hold hope hurt identify ignore imagine improve
  include increase indicate influence inform insist intend introduce invite involve join jump justify kill know lack
  laugh lay lead lean learn leave lend lie lift link listen load lose love maintain manage mark matter mean measure
  meet mention mind miss move need note notice obtain occur offer open operate order organise organize own pass pay
  perform permit place plan play point possess prefer prepare present press prevent proceed produce promise propose
  protect prove provide publish pull push put raise reach react realise realize receive recognise recognize recommend
  record recover reduce refer reflect refuse regard reject relate release rely remain remember remind remove repeat
  replace reply report represent require resist respond rest restore result retain return reveal ring rise roll rub
  save seek seem select sell send separate serve settle shake share shift shoot shout show shut sit sleep slip solve
  speak spend split spread stand stay steal step stick stop strike struggle study submit succeed suffer suggest suit
  supply support suppose surprise surround survive suspect switch take talk teach tear tend throw touch train travel
  treat trust try turn understand vary view visit vote wait wake walk want warn wash watch wear win wish wonder worry
  able alone apart available aware bad bare basic better big blank bright broad brief busy calm careful cheap
  certain clear clever close common complete complex constant correct curious dark deep different difficult direct double
  early easy empty enough entire equal exact extra fair familiar famous far final fine fit flat free frequent fresh full
  general gentle good great half happy hard heavy high huge important indoor initial large late least less likely little
  local lone long loose loud low lucky main major mean mere minor missing modern narrow natural near neat nice noisy
  normal obvious odd older only open ordinary original partial past perfect plain poor possible present private
  proper public pure quick quiet random rare raw ready real recent regular related responsible rich rough round safe same
  separate serious several sharp short silent similar simple single slight smooth soft special specific
  steady strange strict strong sudden suitable sure sweet tall tight tiny total tough true typical unable unlikely unusual
  useful usual various vast visible warm weak wet whole wide wild worth worse worst young
  about afterwards again ahead almost already altogether always anyway apart away badly barely before beyond briefly
  certainly clearly closely completely constantly currently directly easily especially eventually exactly
  fairly finally firstly forever fully generally hardly highly immediately indeed instead largely lately likely mainly
  maybe merely mostly nearly never often once otherwise partly perhaps possibly practically presumably probably properly
  quickly quite rapidly rarely rather really recently roughly seldom shortly simply slightly slowly sometimes soon
  specially still suddenly together twice usually
  most largest biggest smallest highest lowest longest shortest fastest slowest newest oldest latest best
  consumer owner user reader writer maker
`);
