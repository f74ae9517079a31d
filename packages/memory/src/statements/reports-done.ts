/** Whether a person reports that something is done: "the mails are translated now", "I rotated the key". */

const EN =
  /^(?!.*\b(?:not|never|until|except|almost|nearly|half|should|must|will|would|could|can|need|needs|want|if|when|once|before|unless|to be|yet|still|only|always|every|please)\b|.*n['’]t\b)(?:.{3,120}\b(?:is|are|was|were|got|has been|have been|['’]s|['’]re)(?: (?:now|all|already|finally|both))* (?:done|finished|complete|fixed|set|written|sent|put|built|made|gone|green|in place|live|merged|\w{3,}ed)(?: (?:now|already|too|as well|yesterday|today))?[.!]?$|.{3,120}\bworks(?: (?:now|again|fine))+[.!]?$|(?:ok(?:ay)?,? |and |so |then )*(?:i|we)(?:['’]ve| have| just| already| finally)* (?:set|wrote|written|did|done|made|sent|put|fixed|built|took|taken|got|\w{3,}ed)\b.{4,}|(?:done|finished)(?: with)?:? .{6,})/i;
const DE =
  /^(?!.*(?<!\p{L})(?:nicht|nie|kein\p{L}*|noch|fast|bis|wenn|falls|sobald|soll\p{L}*|muss|müssen|nur|immer|jede\p{L}*|bitte|wird|werden)(?!\p{L}))(?:.{3,120}(?<!\p{L})(?:ist|sind|wurden?|hab\p{L}*)(?!\p{L}).{0,80}(?<!\p{L})(?:fertig|erledigt|behoben|gemacht|übersetzt|getauscht|ge\p{L}{2,}(?:t|en)|\p{L}+ge\p{L}{2,}(?:t|en))(?: worden)?[.!]?$|.{3,120}(?<!\p{L})(?:geht|läuft|funktioniert|klappt) (?:jetzt|wieder|nun)(?: wieder)?[.!]?$)/iu;
/** Every report has one of these. */
const HINT =
  /\b(?:is|are|was|were|got|been|works|i|we|done|finished|ist|sind|wurden?|hab\w*|jetzt|wieder)\b|['’](?:s|ve|re)\b/i;

export function reportsDone(sentence: string): boolean {
  return HINT.test(sentence) && (EN.test(sentence) || DE.test(sentence));
}
