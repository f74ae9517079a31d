/** Secrets that a program reads from its input: `echo secret | sudo -S ls`, `chpasswd <<< user:secret`, `send "secret\r"`. */
import { isPlaceholder } from './spoken-secret.ts';
import type { Span } from './rule.ts';

/** @param line The command that begins at `at`. */
export function secretInput(text: string, at: number, line: string): Span | null {
  const before = text.slice(Math.max(0, at - 200), at);
  const spanOf = (match: RegExpExecArray | null, from: number): Span | null => {
    const value = match?.[1];
    if (value === undefined || isPlaceholder(value) || /^[-$`]/.test(value)) return null;
    const start = from + match!.index + match![0].lastIndexOf(value);
    return { start, end: start + value.length, kind: 'password' };
  };
  if (/^send\b/.test(line))
    return /assword|passphrase|passcode/i.test(before)
      ? spanOf(/^send(?: --)? \\*"([^\s"\\]{3,128})\\+[rn]/.exec(text.slice(at, at + 160)), at)
      : null;
  if (!/^chpasswd|^sudo -S\b|--(?:password-stdin|with-token)/.test(line)) return null;
  // `echo`, `echo -n`, `printf '%s'`. Standard input of chpasswd names the user.
  const isNamed = line.startsWith('chpasswd');
  const user = isNamed ? '[\\w.-]{1,32}:' : '';
  const told = isNamed ? '(?:^|[\\s"\'])' : '\\b(?:echo|printf)\\s(?:-\\w+\\s|["\']?%s\\S*\\s)?';
  const value = `["']?${user}([^\\s"'|]{3,128})["']?\\s*`;
  return (
    spanOf(new RegExp(`^[^|]*<<<\\s*${value}`).exec(line), at) ??
    spanOf(new RegExp(`${told}${value}\\|\\s*(?:[a-z]+ ){0,3}$`).exec(before), at - before.length)
  );
}
