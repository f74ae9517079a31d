/** Builders for options and arguments, and the options that many commands share. */
import { invalidRequest, parseJsonObject, PURPOSES, type JsonObject } from '@hookloom/core';
import { CLIENT_NAMES, type ClientName } from '@hookloom/core/hook';
import type { ArgumentDefinition, OptionDefinition } from './definition.ts';

/** An option without a value, such as `--json`. */
export function flag(flags: string, description: string): OptionDefinition<boolean> {
  return { flags, description, defaultValue: false };
}

export function text(flags: string, description: string): OptionDefinition<string | undefined> {
  return { flags, description };
}

/** Repeatable, or with several values: `--tag <tag...>`. */
export function texts(flags: string, description: string): OptionDefinition<string[] | undefined> {
  return { flags, description };
}

export function requiredText(flags: string, description: string): OptionDefinition<string> {
  return { flags, description, required: true };
}

/** A list separated by commas, of any words or of these. */
export function words<const C extends string>(
  flags: string,
  description: string,
  choices?: readonly C[],
): OptionDefinition<C[] | undefined> {
  const parse = (value: string): C[] => value.split(',').map((word) => word.trim() as C);
  return { flags, description, parse, ...(choices !== undefined && { choices }) };
}

/** A number from 0 to 1. */
export function share(flags: string, description: string): OptionDefinition<number | undefined> {
  return {
    flags,
    description,
    parse(value) {
      const number = /^\d(\.\d{1,15})?$/.test(value) ? Number(value) : Number.NaN;
      if (number >= 0 && number <= 1) return number;
      throw new Error('Give a number from 0 to 1.');
    },
  };
}

export function choice<const C extends string>(
  flags: string,
  description: string,
  choices: readonly C[],
): OptionDefinition<C | undefined> {
  return { flags, description, choices };
}

/** The smallest and the largest value. */
type Bounds = readonly [min: number, max: number];

/** One or several of these: `--client <name...>`. */
export function choices<const C extends string>(
  flags: string,
  description: string,
  allowed: readonly C[],
): OptionDefinition<C[] | undefined> {
  return { flags, description, choices: allowed };
}

/** An integer within inclusive bounds. */
export function integer(
  flags: string,
  description: string,
  bounds: Bounds,
): OptionDefinition<number | undefined> {
  return { flags, description, parse: (value) => parseInteger(value, bounds) };
}

export function integerOr(
  flags: string,
  description: string,
  bounds: Bounds,
  defaultValue: number,
): OptionDefinition<number> {
  return { flags, description, parse: (value) => parseInteger(value, bounds), defaultValue };
}

export function argument(name: string, description: string): ArgumentDefinition<string> {
  return { name, description, required: true };
}

export function optionalArgument(
  name: string,
  description: string,
): ArgumentDefinition<string | undefined> {
  return { name, description, required: false };
}

/** All remaining words, unchanged. After `--` these may look like options. */
export function restArguments(
  name: string,
  description: string,
): ArgumentDefinition<string[] | undefined> {
  return { name: `${name}...`, description, required: false };
}

export function choiceArgument<const C extends string>(
  name: string,
  description: string,
  choices: readonly C[],
): ArgumentDefinition<C> {
  return { name, description, required: true, choices };
}

const CLIENT = {
  choices: CLIENT_NAMES,
  parse: (name: string) => (name === 'claude' ? 'claude-code' : name) as ClientName,
};

export function clientOption(
  flags: string,
  description: string,
): OptionDefinition<ClientName | undefined> {
  return { flags, description, ...CLIENT };
}

export function clientArgument(description: string): ArgumentDefinition<ClientName> {
  return { name: 'CLIENT', description, required: true, ...CLIENT };
}

export const purposeOption: OptionDefinition<string | JsonObject | undefined> = {
  flags: '--purpose <name>',
  description: 'what the answer is for, or an object as JSON',
  choices: PURPOSES,
  parse(value) {
    const isObject = value.trimStart().startsWith('{');
    const purpose = isObject ? parseJsonObject(value) : value;
    if (purpose !== null) return purpose;
    throw new Error(`Write an object as in '{"preset": "review", "task": "merge the branch"}'.`);
  },
};

function parseInteger(value: string, [min, max]: Bounds): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(
    max === Number.MAX_SAFE_INTEGER
      ? `Give a whole number from ${min}.`
      : `Give a whole number from ${min} to ${max}.`,
  );
}

export const SEQ: Bounds = [1, Number.MAX_SAFE_INTEGER];

/** Refuses a window of the log that ends before it starts. */
export function inOrder<W extends { fromSeq: number; toSeq: number | undefined }>(window: W): W {
  if (window.toSeq === undefined || window.toSeq >= window.fromSeq) return window;
  throw invalidRequest(
    '--to-seq is before --from-seq.',
    'Choose an end that comes after the start.',
  );
}

/** Makes errors that refer to the help of a command. */
export const wrongUse = (command: string) => (message: string) =>
  invalidRequest(message, `Run \`hookloom ${command} --help\`.`);

/** Where the log and the session are. `resolveWorkspace` prefers these options to the environment. */
export const workspaceOptions = {
  eventloomPath: text(
    '--eventloom-path <dir>',
    'directory of the log (default: EVENTLOOM_PATH, else .eventloom)',
  ),
  domain: text('--domain <name>', 'name of the workspace (default: ZAXY_DOMAIN, else the folder)'),
};

export const sessionOption = {
  sessionId: text('--session-id <id>', 'session (default: EVENTLOOM_THREAD, else DOMAIN-default)'),
};

export const compatOption = {
  compat: choice('--compat <name>', 'call the MCP server zaxy (default: hookloom)', ['zaxy']),
};

export const jsonOption = { json: flag('--json', 'print JSON') };

export const placeOptions = { ...workspaceOptions, ...jsonOption };
/** The options of most commands that read or write a session. */
export const memoryOptions = { ...sessionOption, ...placeOptions };
