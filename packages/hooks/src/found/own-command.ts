/** Recognises the command lines that this product installs in clients' settings. */
import { baseName, simpleCommands } from '@hookloom/core';
import type { Handler } from '../engine/handler.ts';

export function isOwnCommand({ action }: Handler): boolean {
  if (action.kind === 'http') return false;
  return action.kind === 'shell' ? isOurCommand(action.command) : isOurCall(action.argv);
}

/**
 * True for a command line that calls the hook file, also through a launcher or another shell, or contains the shell
 * transport. Running such a command as a user's hook would record everything twice and call ourselves forever. A
 * mention of us in the arguments of another program does not count.
 *
 * @example isOurCommand("/usr/bin/node '/opt/hook.cjs' hook codex") === true
 * @example isOurCommand('echo zaxy hook-event stop') === false
 */
export function isOurCommand(command: string): boolean {
  if (command.startsWith('#!/bin/sh\n# Hookloom: keeps one hook payload ')) return true;
  // Nearly every other command is rejected here.
  if (!/hook\.cjs|hookloom|zaxy/i.test(command)) return false;
  return simpleCommands(command.slice(0, LONGEST)).some(isOurCall);
}

/** The same for separate words. */
export function isOurCall(words: readonly string[]): boolean {
  for (const [at, word] of words.entries()) {
    const name = baseName(word);
    if (PROGRAM.test(name))
      return VERB.test(words.slice(at + 1).find((one) => one !== '--fallback') ?? '');
    if (SHELL.test(name)) {
      const script = words.findIndex((one, index) => index > at && SCRIPT_FLAG.test(one)) + 1;
      if (script > 0) return isOurCommand(words.slice(script).join(' '));
      // Otherwise only a script of ours can be ours.
      continue;
    }
    const isBefore = LAUNCHER.test(name) || BEFORE_A_PROGRAM.test(word);
    if (!isBefore && !startsScript(words, at)) return false;
  }
  return false;
}

/** A Node with another name, such as `/opt/js/runtime`, that runs our file. */
function startsScript(words: readonly string[], at: number): boolean {
  const next = words.slice(at + 1).find((word) => !word.startsWith('-')) ?? '';
  return /^([/\\]|[A-Za-z]:)/.test(words[at]!) && /[/\\](hook|hookloom|zaxy)\.cjs$/i.test(next);
}

const LONGEST = 32_000;
const PROGRAM =
  /^(hook\.cjs|hookloom-hook(\.cmd)?|hookloom\.sh|(hookloom|zaxy)(\.cjs|\.cmd|\.exe|\.ps1)?)$/i;
const VERB = /^hook(-event)?$/;
const SHELL = /^(ba|da|z|k)?sh(\.exe)?$|^(cmd|powershell|pwsh)(\.exe)?$/i;
const SCRIPT_FLAG = /^-[a-z]*c$|^-command$|^\/c$/i;
const LAUNCHER =
  /^(node[\w.-]*|bun|env|exec|command|nice|nohup|time|timeout|setsid|stdbuf|sudo|npx|bunx|npm|pnpm|yarn|dlx|call)(\.exe|\.cmd)?$/i;
/** An assignment, a flag, a duration, PowerShell's sign of a call. */
const BEFORE_A_PROGRAM = /^([A-Za-z_]\w*=|-|\d+[smh]?$|&$)/;
