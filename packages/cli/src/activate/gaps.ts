/** What a new session would be missing, and the commands that fix it. Pure. */
import { connectable, PLACES } from '@hookloom/hooks/clients';
import { shellWords } from '@hookloom/core';
import type { ClientState } from './client-state.ts';
import type { ActivateClient } from './start-command.ts';

export interface Gap {
  what: 'log' | 'hooks' | 'watcher' | 'server';
  why: string;
  fix: string;
}

export interface GapsRequest {
  client: ActivateClient;
  state: ClientState;
  hasLog: boolean;
  /** The watcher of Codex's session files; `unused` if none was requested. */
  watcher: 'runs' | 'stopped' | 'unused';
  /** The arguments that select this workspace and log in a command. Empty if the defaults find them. */
  named: (spelled: Spelled) => readonly string[];
}

type Spelled = 'argument' | '--workspace' | '--project-root';

/** Most important first; empty if nothing is missing. */
export function gapsOf({ client, state, hasLog, watcher, named }: GapsRequest): Gap[] {
  const { label } = PLACES[client];
  const gaps: Gap[] = [];
  if (!hasLog)
    gaps.push({
      what: 'log',
      why: 'Nothing is recorded in this folder yet.',
      fix: connect(client, named),
    });
  // The watcher records what the hooks would.
  const hooks = watcher === 'runs' ? undefined : HOOKS[state.hooks];
  if (hooks !== undefined)
    gaps.push({ what: 'hooks', why: `${label} ${hooks.why}`, fix: hooks.fix(client, named) });
  if (watcher === 'stopped')
    gaps.push({
      what: 'watcher',
      why: 'The watcher of its session files is not running.',
      fix: line(
        'capture start',
        named('--workspace').length === 0 ? ['--workspace', '.'] : named('--workspace'),
      ),
    });
  if (!state.server)
    gaps.push({
      what: 'server',
      why: `${label} has no memory tools here. Use the command line.`,
      fix: line(`ide-config ${client} --install`, named('--workspace')),
    });
  return gaps;
}

/** `init` alone connects every client that it finds and asks, so the command names the client. */
function selecting(client: ActivateClient): string {
  const { preset } = connectable(client).install;
  return preset === undefined
    ? `--hook-client ${client} --mcp-client ${client}`
    : `--preset ${preset}`;
}

function connect(client: ActivateClient, named: GapsRequest['named']): string {
  return `${line('init', named('argument'))} ${selecting(client)}`;
}

function line(command: string, words: readonly string[]): string {
  return `hookloom ${command} ${shellWords(words)}`.trimEnd();
}

const HOOKS: Partial<
  Record<
    ClientState['hooks'],
    { why: string; fix: (client: ActivateClient, named: GapsRequest['named']) => string }
  >
> = {
  none: {
    why: 'has no Hookloom hooks here, so its work is not recorded.',
    fix: connect,
  },
  off: {
    why: 'has its hooks disabled, so its work is not recorded.',
    fix: (client, named) => line(`doctor --client ${client}`, named('--project-root')),
  },
  untrusted: {
    why: 'does not trust the Hookloom hooks yet and skips them silently.',
    fix: () => 'open /hooks in Codex and trust them',
  },
};

/** The lines about these gaps in the context of the session. */
export function gapLines(gaps: readonly Gap[]): string[] {
  if (gaps.length === 0) return [];
  return ['', '## Degraded', ...gaps.map(({ why, fix }) => `- ${why} To fix it: ${fix}`)];
}
