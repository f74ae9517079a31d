/** The SQL of the port as PostgreSQL reads it. */

/** `?` and `?1` become `$1`. SQLite reads `CROSS JOIN` as an order of tables; PostgreSQL chooses its own. */
export function sqlText(sql: string): string {
  let at = 0;
  return sql
    .replaceAll('CROSS JOIN', 'JOIN')
    .replace(/'[^']*'|\?(\d*)/g, (found, number: string | undefined) =>
      found.startsWith("'") ? found : `$${number === '' ? ++at : number}`,
    );
}

const ESCAPE = '\u{e000}';
const NUL = '\0';

/** PostgreSQL stores no NUL in a text: it becomes two characters for private use. */
export function storedText(text: string): string {
  if (!text.includes(NUL) && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, `${ESCAPE}\u{e001}`).replaceAll(NUL, `${ESCAPE}\u{e002}`);
}

export function readText(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replaceAll(`${ESCAPE}\u{e002}`, NUL).replaceAll(`${ESCAPE}\u{e001}`, ESCAPE);
}
