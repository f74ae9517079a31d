/** Keeps messages that an event could not carry for the next event of the session that can. */
import fs from 'node:fs';

/** @param state The session's state folder */
export function keepMessages(state: string, messages: readonly string[]): void {
  try {
    const lines = messages.map((one) => `${JSON.stringify(one)}\n`).join('');
    fs.appendFileSync(`${state}/untold`, lines, { mode: 0o600 });
  } catch {
    // The message is in the log.
  }
}

export function takeMessages(state: string): string[] {
  const file = `${state}/untold`;
  const own = `${file}.${process.pid}`;
  try {
    // If several processes try, only one can rename the file.
    fs.renameSync(file, own);
  } catch {
    return [];
  }
  try {
    const lines = fs.readFileSync(own, 'utf8').trim().split('\n');
    return [...new Set(lines.map((line) => String(JSON.parse(line))))];
  } catch {
    return [];
  } finally {
    fs.rmSync(own, { force: true });
  }
}
