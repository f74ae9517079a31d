/** Messages for the person that an event could not carry: kept for the next event of the session that can. */
import fs from 'node:fs';

/** @param state The session's folder of state. */
export function keepUntold(state: string, messages: readonly string[]): void {
  try {
    const lines = messages.map((one) => `${JSON.stringify(one)}\n`).join('');
    fs.appendFileSync(`${state}/untold`, lines, { mode: 0o600 });
  } catch {
    // It is in the log.
  }
}

export function takeUntold(state: string): string[] {
  const file = `${state}/untold`;
  const own = `${file}.${process.pid}`;
  try {
    // One of several processes reports them.
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
