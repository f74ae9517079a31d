/** The injected text with colours, for a terminal. */

const DIM = '\u001b[2m';
const BOLD = '\u001b[1m';
const CYAN = '\u001b[36m';
const END = '\u001b[0m';

/** The text contains no other control characters, because they were removed. */
export function colored(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^<\/?claude-mem-context>$/.test(line))
    .map((line) => {
      if (line.startsWith('#')) return `${BOLD}${line}${END}`;
      if (/^(Mode|Legend|Format|Details|Stats|Recorded)\b/.test(line)) return `${DIM}${line}${END}`;
      return line.replace(/^(S?\d+)( \S+)?/, (_all, id: string, time = '') => {
        return `${CYAN}${id}${END}${DIM}${time}${END}`;
      });
    })
    .join('\n');
}
