/** Names that people type in small letters: "marta owns the firmware", "ask marta". */
import { kindsIn } from '../search/related-words.ts';
import { baseForm } from '../words/irregular-forms.ts';
import { EVERYDAY_WORDS, FRAME_WORDS } from '../question/question-words.ts';
import { termsIn, type Question } from '../question/question.ts';

/** A word without an article at the start of a clause, before a verb and its object: not "issue fixed". */
const SUBJECT =
  /(?:(?<=^|[.:;,!?]\s|\b(?:and|but|that|because|as|since)\s))(\p{L}{3,}) (?:(?:is|was|are) (?:the )?)?(\p{Ll}{2,})(?= [\p{L}\p{N}])/gu;
/** The rest of such a sentence, with what that person does: "marta joined in june, she owns …". */
const PRONOUN = /(?<=^|[.!?]\s)(\p{L}{3,}) \p{Ll}[^.!?]{0,120}\bs?he (\p{Ll}{2,})(?!\p{L})/gu;
/** Whose it is, or whom to ask. */
const NAMED =
  /(?<!\p{L})(?:(?:ask|ping|(?:own|maintain|handl|head)ed by|belongs to|assigned to|up to|owner(?::| is)) (\p{Ll}{3,})(?!\p{L})|(?:is|are|was|were) (\p{Ll}{3,})['’]s(?!\p{L}))/gu;
const NO_NAME: ReadonlySet<string> = new Set(
  'the this that these those she they you all each every everyone everybody nobody noone none anyone someone somebody one there what who which how why when where not but and for with from its our your his her their him them before first then also now hand default'.split(
    ' ',
  ),
);
const VERB = /(?:s|ed)$/;

/** True if the text names a person or a team that does what the question asks. */
export function namesInSmallLetters(text: string, question: Question): boolean {
  const isName = (word: string): boolean => {
    const plain = word.toLowerCase();
    return (
      !NO_NAME.has(plain) &&
      !FRAME_WORDS.has(plain) &&
      !EVERYDAY_WORDS.has(baseForm(plain)) &&
      kindsIn(plain).length === 0 &&
      termsIn(question, plain).size === 0
    );
  };
  const isAsked = (word: string): boolean =>
    (VERB.test(word) || baseForm(word) !== word) && termsIn(question, word).size > 0;
  const does = [...text.matchAll(SUBJECT), ...text.matchAll(PRONOUN)];
  return (
    does.some(([, name, verb]) => isName(name!) && isAsked(verb!)) ||
    [...text.matchAll(NAMED)].some(([, one, other]) => isName((one ?? other)!))
  );
}
