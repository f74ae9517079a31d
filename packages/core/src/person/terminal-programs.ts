/** Programs that create a terminal without a person, and programs that only pass one on. */
import type { ProcessEntry } from './process-table.ts';
import { baseName, isInterpreter, namesOf, scriptOf } from './program-names.ts';

/** Programs that open a terminal for another program and type into it. */
const FAKERS =
  /^(script|scriptlive|expect|unbuffer|autoexpect|socat|faketty|empty|ptyrun|pty|zpty)$/i;
const SHELLS = /^(ba|da|z|k|mk|a|fi|tc|c|nu)?sh$|^(elvish|xonsh|pwsh)$/i;
const STARTERS = /^(env|setsid|nohup|nice|timeout|xargs|sudo|daemonize|at|atd)$/i;
/** Programs that keep terminals alive without anyone attached. */
const MULTIPLEXERS = /^(tmux|screen|zellij|dtach|abduco|byobu)$/i;
/** Package managers run what the user typed; they create no terminal. */
const RUNNERS = /^(npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack|bunx|volta)$/i;
const RUNNER_SCRIPT = /^(npm-cli|npx-cli|npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(\.c?js)?$/;
/** The part of editors and terminals in a script language that holds their terminals. */
const TERMINAL_SCRIPT =
  /[/\\](\.?(vscode|cursor|windsurf|antigravity|positron|trae)[\w-]*-server|code-server|openvscode-server)[/\\]|^(terminator|guake|tilda|terminus|xonsh)$/;

/** A program that can hold a terminal but is not a terminal for people. */
export function isFaker(entry: ProcessEntry): boolean {
  if (namesOf(entry).some((name) => FAKERS.test(name))) return true;
  if (!isInterpreter(entry) || isRunner(entry)) return false;
  return !isTerminalScript(entry);
}

/** The same for the process that holds the other side of our terminal, which is never a shell or a package manager. */
export function isFakeHolder(entry: ProcessEntry): boolean {
  if (isTerminalScript(entry)) return false;
  return isFaker(entry) || isRunner(entry) || namesOf(entry).some((name) => SHELLS.test(name));
}

/** The multiplexer that a process belongs to, server or client: `tmux`; null: none. */
export function multiplexerOf(entry: ProcessEntry): string | null {
  const name = namesOf(entry).find((one) => MULTIPLEXERS.test(one.replace(/:.*$/, '')));
  return name === undefined ? null : name.replace(/:.*$/, '').toLowerCase();
}

/** Processes that adopt children whose parent has ended. */
export function isAdopter(entry: ProcessEntry): boolean {
  return entry.pid === 1 || (namesOf(entry).includes('systemd') && entry.words.includes('--user'));
}

function isRunner(entry: ProcessEntry): boolean {
  const script = scriptOf(entry);
  return (
    namesOf(entry).some((name) => RUNNERS.test(name)) ||
    (script !== null && RUNNER_SCRIPT.test(baseName(script)))
  );
}

function isTerminalScript(entry: ProcessEntry): boolean {
  const script = scriptOf(entry);
  if (script === null) return false;
  const [program = ''] = entry.words;
  return (
    TERMINAL_SCRIPT.test(script) ||
    TERMINAL_SCRIPT.test(program) ||
    TERMINAL_SCRIPT.test(baseName(script))
  );
}

/** A shell, an interpreter or a program that only starts others. */
export function isBareCommand(entry: ProcessEntry): boolean {
  const names = namesOf(entry);
  return (
    isInterpreter(entry) ||
    names.some((name) => SHELLS.test(name) || FAKERS.test(name) || STARTERS.test(name))
  );
}
