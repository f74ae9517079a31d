/** What a session that starts now would be without, and the command that mends it. Pure. */
import { PLACES } from '@hookloom/hooks/found/places';
import type { Standing } from './standing.ts';
import type { ActivateClient } from './start-command.ts';

export interface Gap {
  what: 'log' | 'hooks' | 'watcher' | 'server';
  why: string;
  mend: string;
}

export interface GapsRequest {
  client: ActivateClient;
  standing: Standing;
  hasLog: boolean;
  /** Of Codex's session files; `unused` where nobody asked for one. */
  watcher: 'runs' | 'stopped' | 'unused';
}

/** In the order in which they matter; empty where everything stands. */
export function gapsOf({ client, standing, hasLog, watcher }: GapsRequest): Gap[] {
  const { label } = PLACES[client];
  const gaps: Gap[] = [];
  if (!hasLog)
    gaps.push({
      what: 'log',
      why: 'Nothing is recorded in this folder yet, so there is nothing to remember.',
      mend: 'hookloom init',
    });
  // A watcher records what hooks would.
  const hooks = watcher === 'runs' ? undefined : HOOKS[standing.hooks];
  if (hooks !== undefined)
    gaps.push({ what: 'hooks', why: `${label} ${hooks.why}`, mend: hooks.mend(client) });
  if (watcher === 'stopped')
    gaps.push({
      what: 'watcher',
      why: 'The watcher of its session files does not run.',
      mend: 'hookloom capture start --workspace .',
    });
  if (!standing.server)
    gaps.push({
      what: 'server',
      why: `${label} has no memory tools here; the command line has them.`,
      mend: `hookloom ide-config ${client} --install`,
    });
  return gaps;
}

const HOOKS: Partial<
  Record<Standing['hooks'], { why: string; mend: (client: ActivateClient) => string }>
> = {
  none: {
    why: 'has no hooks of ours here: what it does is not recorded.',
    mend: (client) => (client === 'cursor' ? 'hookloom hooks cursor --help' : 'hookloom init'),
  },
  off: {
    why: 'has its hooks switched off: what it does is not recorded.',
    mend: (client) => `hookloom doctor --client ${client}`,
  },
  untrusted: {
    why: 'has not been told to trust our hooks: it passes over them without a word.',
    mend: () => 'open /hooks in Codex and trust them',
  },
};

/** The packet's own lines about them. */
export function gapLines(gaps: readonly Gap[]): string[] {
  if (gaps.length === 0) return [];
  return ['', '## Degraded', ...gaps.map(({ why, mend }) => `- ${why} To mend it: ${mend}`)];
}
