/** Which events of a client reach us now, by its own settings: used by explanations and doctors. */
import type { ClientName } from '@hookloom/core/hook';
import { camelName } from '../clients/copilot/events.ts';
import { CLIENTS } from '../clients/index.ts';
import { inspectProgram, type ClientFiles, type ReadText } from '../found/inspect.ts';
import type { FoundHooks } from '../found/own-handlers.ts';
import type { Place, Program } from '../found/places.ts';

export interface Registration {
  client: ClientName;
  /** Its own settings files with our hooks, and those that switch our plugin on. Empty: it was not connected itself. */
  files: string[];
  /** Native events that start us. */
  events: string[];
  /** Those whose answer reaches the client: the shell transport only records. */
  answered: string[];
  /** Why the client runs none of them anyway: hooks are switched off, or Codex does not trust them. */
  blocked: string | null;
}

/** @param read The text of a settings file, null if there is none. */
export function readRegistration(
  client: Exclude<ClientName, 'generic'>,
  place: Place,
  read: ReadText,
): Registration {
  const files = inspectProgram(client, place, read);
  const borrowed = client === 'copilot' ? claudeHooksOfCopilot(place, read) : [];
  return registrationOf(client, files, borrowed);
}

/** Copilot also runs Claude Code's hooks of the project, and not those of the user. */
export function claudeHooksOfCopilot(place: Place, read: ReadText): FoundHooks[] {
  const inProject = ({ file }: FoundHooks): boolean => file.startsWith(place.root);
  return inspectProgram('claude-code', place, read)
    .hooks.filter(inProject)
    .map((found) => ({ ...found, events: found.events.map(camelName) }));
}

export function registrationOf(
  client: ClientName & Program,
  { hooks, plugins, off, trust, malformed }: ClientFiles,
  borrowed: readonly FoundHooks[] = [],
): Registration {
  // The user-level entry for folders below a project exits at once if the project's own settings count.
  const found = [...hooks, ...borrowed].filter(({ command }) => !command.includes(' --fallback '));
  const ofPlugin = plugins.length > 0 ? (CLIENTS[client].install?.events ?? []) : [];
  const eventsOf = (some: readonly FoundHooks[]): string[] => [
    ...new Set([...some.flatMap(({ events }) => events), ...ofPlugin]),
  ];
  const [bad] = malformed;
  const [switched] = off;
  const untrusted =
    trust !== null && trust.state !== 'trusted'
      ? `Codex runs ${trust.trusted} of ${trust.of} Hookloom hooks (${trust.reason ?? trust.state})`
      : null;
  return {
    client,
    files: [...new Set([...hooks.map(({ file }) => file), ...plugins])],
    events: eventsOf(found),
    answered: eventsOf(found.filter(({ transport }) => transport !== 'sh')),
    blocked:
      bad !== undefined
        ? `${bad.file} cannot be read: ${bad.reason}`
        : switched !== undefined
          ? `${switched.reason} in ${switched.file}`
          : untrusted,
  };
}
