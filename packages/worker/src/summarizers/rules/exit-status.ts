/**
 * Whether the exit status of a shell line belongs to one of its commands. Only then may a note say how the command
 * ended.
 */
import type { CommandPart } from './split-command.ts';

export interface Attribution {
  /** Whether status 0 means that the command succeeded. */
  passes: boolean;
  /** Whether another status means that the command failed. */
  fails: boolean;
}

const NOTHING_KNOWN: Attribution = { passes: false, fails: false };
/** A line with these is a program of its own. */
const SYNTAX =
  /^(!|\{|\}|if|then|else|elif|fi|while|until|for|do|done|case|esac|function|trap|eval)$|^[({]|[)`]$|\$\(/;
/** These rarely fail, and if they do, they print why. */
const PREPARES = /^(cd|pushd|popd|export|set|source|\.|sleep|echo|mkdir|true|:)$/;

/**
 * @param at The command's position in `parts`
 * @example whoseStatus(commandParts('npm test || true'), 0) // { passes: false, fails: false }
 */
export function whoseStatus(parts: readonly CommandPart[], at: number): Attribution {
  if (parts.some(({ first }) => SYNTAX.test(first))) return NOTHING_KNOWN;
  const shell = optionsBefore(parts, at);
  return { passes: passes(parts, at, shell), fails: fails(parts, at, shell) };
}

type ShellOptions = ReturnType<typeof optionsBefore>;

function passes(parts: readonly CommandPart[], at: number, shell: ShellOptions): boolean {
  // A command after `||` may not have run.
  if (parts[pipelineStart(parts, at) - 1]?.sign === '||') return false;
  for (let index = at; index < parts.length; index++) {
    const { sign } = parts[index]!;
    const isLast = index === parts.length - 1;
    if (isLast && (sign === '' || sign === ';')) return true;
    if (sign === '&&') continue;
    if (sign === '|' && (index > at || shell.pipefail)) continue;
    if (sign === ';' && shell.errexit) continue;
    if (sign === '||' && alwaysFails(parts[index + 1])) {
      index++;
      if (index === parts.length - 1) return true;
      continue;
    }
    return false;
  }
  return true;
}

function fails(parts: readonly CommandPart[], at: number, shell: ShellOptions): boolean {
  const isLast = at === parts.length - 1;
  if (!isLast || parts[at]!.sign === '&') return false;
  const start = pipelineStart(parts, at);
  if (shell.pipefail && start < at) return false;
  // No earlier command may be able to end the line.
  for (let index = start - 1; index >= 0; index--) {
    const { sign, words, first } = parts[index]!;
    const canEnd = sign === '&&' || (sign === ';' && shell.errexit);
    if (canEnd && words.length > 0 && !PREPARES.test(first)) return false;
  }
  return true;
}

function pipelineStart(parts: readonly CommandPart[], at: number): number {
  let start = at;
  while (start > 0 && parts[start - 1]!.sign === '|') start--;
  return start;
}

function alwaysFails(part: CommandPart | undefined): boolean {
  if (part === undefined) return false;
  const [name, status] = part.raw;
  return name === 'false' || (name === 'exit' && status !== undefined && /^[1-9]\d*$/.test(status));
}

function optionsBefore(parts: readonly CommandPart[], at: number) {
  const given = parts
    .slice(0, at)
    .filter(({ first }) => first === 'set')
    .flatMap(({ raw }) => raw.slice(1));
  return {
    errexit: given.some((word) => /^-[a-z]*e/.test(word) || word === 'errexit'),
    pipefail: given.includes('pipefail'),
  };
}
