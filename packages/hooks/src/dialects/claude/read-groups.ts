/** Walks `{ "EVENT": [ { "matcher": …, "hooks": […] } ] }`, the shape that Claude Code and Gemini CLI share. */
import { nearWord } from '@hookloom/core';
import type { LoadedFile } from '../../engine/handler.ts';
import {
  membersOf,
  nearMiss,
  readConfigText,
  reportMisspelt,
  type ConfigText,
  type Member,
  type Node,
} from './config-text.ts';

/** How one client uses that structure. */
export interface GroupLanguage<Event extends { name: string }> {
  /** The client, for messages. */
  client: string;
  event(name: string): Event | undefined;
  eventNames: readonly string[];
  /** Other languages' names for the same events, for people who copied a file. */
  foreign: Readonly<Record<string, string>>;
  keys: readonly string[];
  /** Other names that are not events, and where they belong. */
  misplaced?(name: string): [message: string, remediation: string] | null;
}

/** One group whose list of hooks could be read. */
export interface ReadGroup<Event> {
  event: Event;
  /** Position within its event. */
  position: number;
  members: readonly Member[];
  entries: readonly Node[];
}

export interface Loading {
  config: ConfigText;
  loaded: LoadedFile;
}

/** Reads the text; the file is empty so far. */
export function beginLoading(text: string, file: LoadedFile['file']): Loading {
  const config = readConfigText(text, file);
  const { problems } = config;
  return { config, loaded: { file, handlers: [], problems, switches: [], blocked: [] } };
}

/** A fault becomes a problem with its line; the other groups count. */
export function readGroups<Event extends { name: string }>(
  config: ConfigText,
  hooks: Member,
  language: GroupLanguage<Event>,
): ReadGroup<Event>[] {
  if (hooks.value.type !== 'object') {
    wrongType(config, hooks.line, '"hooks"', 'an object of events');
    return [];
  }
  return membersOf(config, hooks.value).flatMap(({ key, value, line }) => {
    const event = language.event(key);
    if (event === undefined) {
      reportUnknown(config, { name: key, line }, language);
      return [];
    }
    if (value.type !== 'array') {
      wrongType(config, line, `"${key}"`, 'a list of groups');
      return [];
    }
    return (value.children ?? []).flatMap((node, position): ReadGroup<Event>[] => {
      const read = membersOfGroup(config, event, node, language.keys);
      return read === null ? [] : [{ event, position, ...read }];
    });
  });
}

function reportUnknown<Event extends { name: string }>(
  config: ConfigText,
  { name, line }: { name: string; line: number },
  { client, eventNames, foreign, misplaced }: GroupLanguage<Event>,
): void {
  const meant = Object.hasOwn(foreign, name)
    ? foreign[name]
    : (nearMiss(name, eventNames) ?? nearWord(name, eventNames));
  const told = misplaced?.(name) ?? [
    `"${name}" is not an event of ${client}; its hooks never run.`,
    meant === undefined ? `Use one of ${eventNames.join(', ')}.` : `Write "${meant}".`,
  ];
  config.report('warning', 'unknown_event', line).says(...told);
}

function membersOfGroup(
  config: ConfigText,
  { name }: { name: string },
  node: Node,
  keys: readonly string[],
): Pick<ReadGroup<unknown>, 'members' | 'entries'> | null {
  const line = config.lineOf(node);
  if (node.type !== 'object') {
    wrongType(config, line, `A group of ${name}`, '{ "matcher": …, "hooks": […] }');
    return null;
  }
  const members = membersOf(config, node);
  reportMisspelt(config, members, keys);
  const hooks = members.find(({ key }) => key === 'hooks');
  if (hooks?.value.type === 'array') return { members, entries: hooks.value.children ?? [] };
  config
    .report('error', 'missing_hooks', hooks?.line ?? line)
    .says(
      `A group of ${name} has no list "hooks"; it never runs.`,
      'Write { "matcher": "…", "hooks": [ { "type": "command", "command": "…" } ] }.',
    );
  return null;
}

export function wrongType(config: ConfigText, line: number, what: string, wanted: string): void {
  config
    .report('error', 'wrong_type', line)
    .says(`${what} must be ${wanted}; it is ignored.`, 'Correct the entry.');
}

export function matcherIgnored(config: ConfigText, name: string, line: number): void {
  config
    .report('warning', 'matcher_ignored', line)
    .says(
      `${name} has nothing to match; its hooks run whatever the matcher says.`,
      'Remove the matcher.',
    );
}
