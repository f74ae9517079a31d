/** Refuses calls that would change what guards depend on, in projects with a critical guard in force. */
import path from 'node:path';
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject, type JsonValue } from '@hookloom/core';
import type { Finding } from './messages.ts';
import { ownPathOf, ownPaths, type OwnPlaces } from './own-places.ts';
import { describeRemoval } from './settings-edit.ts';
import { ownCommandIn, ownPathIn } from './shell-command.ts';

export interface ProtectedPlace extends OwnPlaces {
  projectDir: string;
}

/** Tools that change nothing. A subagent's calls are checked one by one. */
const HARMLESS =
  /^(Read|Glob|Grep|LS|NotebookRead|WebFetch|WebSearch|Agent|Task\w*|TodoWrite|AskUserQuestion|ExitPlanMode|Skill|ToolSearch)$/;
const SHELLS = /^(Bash|PowerShell|BashOutput|Monitor)$/;
/** Input fields of other tools that name files or commands. */
const TELLING = /path|file|dir|target|dest|source|uri|command|cmd|script|args/i;

/** Null if the call touches nothing of ours. */
export function findProtected(event: HookEvent, place: ProtectedPlace): Finding | null {
  const { event_type: type, tool } = event;
  if (type !== 'before_tool' || tool === null || HARMLESS.test(tool.name)) return null;
  const cwd = event.cwd ?? place.projectDir;
  const log = path.join(place.projectDir, '.eventloom');
  const own = [...ownPaths(place), log];
  const shell = {
    own,
    cwd,
    home: place.home,
    readable: [log, ...(place.home === null ? [] : [path.join(place.home, '.hookloom')])],
  };
  for (const command of commandsOf(tool.name, tool.input)) {
    const called = ownCommandIn(command);
    if (called !== null)
      return refusal(`\`hookloom ${called}\` is for a person at a terminal`, tool.native_name);
    const named = ownPathIn(command, shell);
    if (named !== null) return refusalOf(named, tool.native_name);
  }
  for (const file of filesOf(event)) {
    const absolute = path.resolve(
      cwd,
      file.replace(/^~(?=\/)/, () => place.home ?? '~'),
    );
    const named = ownPathOf(absolute, own);
    if (named !== null) return refusalOf(named, tool.native_name);
    const out = describeRemoval(absolute, tool.input);
    if (out !== null) return refusal(`${path.basename(file)}: ${out}`, tool.native_name, file);
  }
  return null;
}

function refusalOf(own: string, tool: string): Finding {
  return refusal(`${own} belongs to Hookloom, and critical hooks depend on it`, tool, own);
}

function refusal(what: string, tool: string, file?: string): Finding {
  return {
    kind: 'protected',
    refused: true,
    message: `${what}. Ask the person you work for to do it in a terminal of their own.`,
    detail: `${tool}: ${what}.`,
    ...(file === undefined ? {} : { file }),
  };
}

function commandsOf(tool: string, input: JsonValue): string[] {
  if (!isJsonObject(input)) return typeof input === 'string' && SHELLS.test(tool) ? [input] : [];
  if (SHELLS.test(tool)) return textsIn([input['command'] ?? null, input['script'] ?? null]);
  return [];
}

/** The files that the client names. For an unknown tool, every text that could be a file name. */
function filesOf({ tool }: HookEvent): string[] {
  const { input, files, mcp, name } = tool!;
  if (SHELLS.test(name)) return [];
  if (mcp === null || !isJsonObject(input)) return files;
  const named = Object.entries(input).filter(([key]) => TELLING.test(key));
  const texts = textsIn(named.map(([, value]) => value));
  return [...files, ...texts.map((text) => text.replace(/^file:\/\//, ''))];
}

/** The texts in a value, up to a few hundred. */
function textsIn(value: JsonValue, found: string[] = [], depth = 0): string[] {
  if (found.length >= 256 || depth > 4) return found;
  if (typeof value === 'string') found.push(value);
  else if (Array.isArray(value)) for (const one of value) textsIn(one, found, depth + 1);
  else if (isJsonObject(value))
    for (const one of Object.values(value)) textsIn(one, found, depth + 1);
  return found;
}
