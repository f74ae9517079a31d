/** English verbs and nouns whose forms share no regular endings. */

/**
 * The base first, then its other forms. Forms that are common words of their own (left, saw, felt, found) are omitted.
 */
const FORMS = `
arise arose arisen|awake awoke awoken|beat beaten|become became|begin began begun|bend bent|bet|bind bound|bite bit bitten
bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught
choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown
forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten
give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt
know knew known|lay laid|lead led|learn learnt|leave left|lend lent|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden
ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|shake shook shaken|shine shone
shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken
spend spent|spin spun|stand stood|steal stole stolen|stick stuck|sting stung|strike struck|swear swore sworn|sweep swept
swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
understand understood|undo undid undone|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound
withdraw withdrew withdrawn|write wrote written|rewrite rewrote rewritten|override overrode overridden|rebuild rebuilt
child children|foot feet|goose geese|half halves|knife knives|leaf leaves|life lives|man men|mouse mice|person people|shelf shelves
tooth teeth|wife wives|wolf wolves|woman women|index indices|vertex vertices|matrix matrices|analysis analyses|axis axes
crisis crises|hypothesis hypotheses|criterion criteria|datum data|medium media|die died dying|lie lied lying|tie tied tying
`;

const BASE = new Map(
  FORMS.trim()
    .split(/[|\n]/)
    .flatMap((group) => {
      const [base, ...forms] = group.trim().split(' ');
      return forms.map((form): [string, string] => [form, base!]);
    }),
);

/**
 * The base of a lower-case word, or the word itself.
 *
 * @example baseForm('bought') // 'buy'
 */
export function baseForm(word: string): string {
  return BASE.get(word) ?? word;
}
