/**
 * The only encoder between recorded text and a terminal. Recorded text is untrusted, so every character that could move
 * the cursor, change colours, write the clipboard, reorder text or hide it is shown as `\u{…}`: C0 and C1 controls,
 * ESC, bidi controls, zero-width and other invisible characters, tag characters, lone surrogates.
 */

/** U+FE0F is safe: it only chooses the coloured form of a symbol. */
const UNSAFE =
  /(?!\uFE0F)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
/** White space other than a plain space. It changes only the width of a gap. */
const FOLDED = /[\t\n\r\f\v]+/g;

function show(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/**
 * Encodes one line.
 *
 * @example encodeLine('done\u001b]52;c;aGk=\u0007') === 'done\\u{1b}]52;c;aGk=\\u{7}'
 */
export function encodeLine(text: string): string {
  return text.replace(UNSAFE, show);
}

/** Encodes several lines. Keeps line feeds and tabs. */
export function encodeBlock(text: string): string {
  return text.replace(UNSAFE, (character) =>
    character === '\n' || character === '\t' ? character : show(character),
  );
}

/** Folds line breaks and tabs into a space, then encodes. For summaries and table cells. */
export function encodeFolded(text: string): string {
  return encodeLine(withoutMarks(text).replace(FOLDED, ' ').trim());
}

/** Replaces the marks around reported text, which are for models, with a word. */
export function withoutMarks(text: string): string {
  return text.replace(/<(reported-[0-9a-f]{12})>([\s\S]*?)<\/\1>/g, 'reported: $2');
}

/** Writes the same characters as JSON escapes, so that the text parses to the same value. */
export function encodeJson(json: string): string {
  return json.replace(UNSAFE, (character) => {
    if (character === '\n') return character;
    let out = '';
    for (let i = 0; i < character.length; i++)
      out += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    return out;
  });
}
