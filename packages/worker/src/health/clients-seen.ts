/** Which clients send us their events, according to their files and the log. Pure. */
import { CLIENT_NAMES, type ClientName } from '@hookloom/core/hook';
import { CLIENTS, type ClientFiles } from '@hookloom/hooks/clients';
import type { ReportedEvent } from './lanes.ts';
import { RESUME_COMMAND } from './resume-command.ts';
import type { WatcherStatus } from '../capture/watcher.ts';

export type HookClientName = ClientName;

export interface ClientStatus {
  installed: boolean;
  /** The configuration files. */
  paths: string[];
  hooks: { file: string; events: number; transport: string; injection: string }[];
  malformed: { file: string; reason: string }[];
  /** Settings that turn off all its hooks, so that none counts as installed. */
  off: { file: string; reason: string }[];
  /** The newest event of this client; null if none was read. */
  latest_event: ReportedEvent | null;
  /** Only for Codex. */
  trust?: { state: string; trusted: number; of: number; reason: string | null };
  /** For imported session files: whether the import is running. */
  runtime?: {
    configured: boolean;
    status: 'running' | 'stopped' | 'never';
    pid: number | null;
    last_pass_at: string | null;
    lanes: Record<string, unknown>;
    /** Null if it is running. */
    command: string | null;
  };
}

export function clientStatuses(
  files: readonly ClientFiles[],
  bySource: Readonly<Record<string, ReportedEvent>>,
  watcher: WatcherStatus,
  snippets: readonly string[] = [],
): Record<HookClientName, ClientStatus> {
  const rows = CLIENT_NAMES.map((name): [HookClientName, ClientStatus] => {
    const found = files.find(({ program }) => program === name);
    const latest = latestOf(name, bySource);
    if (found === undefined) {
      // Events alone do not make a client connected: only files that we wrote count.
      const paths = [...snippets];
      const row = { installed: paths.length > 0, paths, hooks: [], malformed: [], off: [] };
      return [name, { ...row, latest_event: latest }];
    }
    const capture = found.capture === null ? [] : [found.capture.file];
    const paths = [...found.hooks.map(({ file }) => file), ...found.plugins, ...capture];
    const status: ClientStatus = {
      installed: paths.length > 0 && (found.off.length === 0 || capture.length > 0),
      paths: [...new Set(paths)],
      hooks: found.hooks.map(({ file, events, transport, injection }) => ({
        file,
        events: events.length,
        transport,
        injection,
      })),
      malformed: found.malformed,
      off: found.off,
      latest_event: latest,
    };
    if (found.trust !== null) status.trust = found.trust;
    const runtime = runtimeOf(found, watcher);
    if (runtime !== null) status.runtime = runtime;
    return [name, status];
  });
  return Object.fromEntries(rows) as Record<HookClientName, ClientStatus>;
}

/** Imported session files have their own source names. */
function latestOf(name: HookClientName, bySource: Readonly<Record<string, ReportedEvent>>) {
  const { aliases = [], transcript } = CLIENTS[name];
  const names = [name, `${name}-local`, transcript?.source ?? name, ...aliases];
  const found = names.map((one) => bySource[one]).filter((one) => one !== undefined);
  return found.sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))[0] ?? null;
}

function runtimeOf(
  { program, capture }: ClientFiles,
  { state, pid, state_file: file }: WatcherStatus,
): NonNullable<ClientStatus['runtime']> | null {
  if (program !== 'codex' && program !== 'claude-code' && program !== 'gemini') return null;
  const lane = file?.lanes[program];
  // Hooks report what Claude Code and Gemini do, so a watcher is only mentioned if there was one.
  if (program !== 'codex' && lane === undefined) return null;
  return {
    // Only a configuration makes the watcher required. One that the user stopped is not missing.
    configured: capture !== null,
    status: state,
    pid,
    last_pass_at: file?.last_pass_at ?? null,
    lanes: lane === undefined ? {} : { [program]: lane },
    command: state === 'running' ? null : RESUME_COMMAND,
  };
}
