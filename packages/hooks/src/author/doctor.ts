/** Finds hooks that never fire, or fire twice, and says how to mend each (hooks.md §F.3, traps 11, 30, 34, 35, 38). Runs nothing. */
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES, type ClientName } from '@hookloom/core/hook/event-types';
import { CLIENTS } from '../clients/index.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { ConfigFile, Handler } from '../engine/handler.ts';
import { loadConfig } from '../engine/load.ts';
import { isOwnCommand } from '../engine/plan.ts';
import { configFiles, type SourceRequest } from '../engine/sources.ts';
import { placeOf } from '../engine/telemetry.ts';
import { readTrust, trustOf } from '../engine/trust.ts';
import { nativeName } from './sample-event.ts';

export interface Finding {
  severity: 'error' | 'warning';
  /** Stable word. */
  code: string;
  /** `.codex/config.toml:12` */
  place: string;
  message: string;
  remediation: string;
}

export interface DoctorRequest extends SourceRequest {
  stateDir: string;
}

export interface Diagnosis {
  /** Hook files that are there. */
  files: string[];
  handlers: number;
  /** Clients whose settings call us. */
  connected: ClientName[];
  findings: Finding[];
}

export function diagnose(request: DoctorRequest): Diagnosis {
  const { projectDir, home } = request;
  const files = configFiles(request);
  const config = loadConfig(files, DIALECTS);
  const places = { projectDir, home };
  const shown = (file: ConfigFile): string =>
    placeOf({ file, line: 0, group: 0, index: 0 }, places);
  const connected = connectedClients(request);
  const handlers = config.handlers.filter((handler) => !isOwnCommand(handler));
  const findings: Finding[] = config.problems.map(
    ({ severity, code, message, remediation, file, line }) => ({
      severity,
      code,
      place: placeOf(
        { file: { path: file, dialect: 'toml', layer: 'user' }, line, group: 0, index: 0 },
        places,
      ),
      message,
      remediation,
    }),
  );
  for (const { file, disablesAll } of config.files)
    if (disablesAll)
      findings.push({
        severity: 'warning',
        code: 'all_hooks_disabled',
        place: shown(file),
        message: `Every hook of the ${file.dialect} language is turned off here.`,
        remediation: 'Take the switch out to let them run.',
      });
  const record = readTrust(request.stateDir, projectDir);
  for (const handler of handlers) {
    const place = placeOf(handler.source, places);
    const add = (finding: Omit<Finding, 'place'>): void =>
      void findings.push({ ...finding, place });
    for (const check of CHECKS) {
      const finding = check(handler, { projectDir, connected });
      if (finding !== null) add(finding);
    }
    const trust = trustOf(handler, projectDir, record);
    if (trust !== 'trusted')
      add({
        severity: 'warning',
        code: trust === 'modified' ? 'modified_since_review' : 'untrusted',
        message:
          trust === 'modified'
            ? 'The hook or a script of it changed since it was reviewed; Hookloom does not run it.'
            : 'The hook came with the project and nobody reviewed it; Hookloom does not run it.',
        remediation: 'Read it, then run `hookloom hooks trust --yes`.',
      });
  }
  findings.push(...doubleFiring(request, connected));
  return {
    files: [...new Set(config.files.map(({ file }) => shown(file)))],
    handlers: handlers.length,
    connected,
    findings,
  };
}

type Check = (
  handler: Handler,
  context: { projectDir: string; connected: readonly ClientName[] },
) => Omit<Finding, 'place'> | null;

/** Names that tools really have, to tell a wrong case from another tool. */
const TOOL_NAMES = [
  'Bash',
  'PowerShell',
  'Read',
  'Write',
  'Edit',
  'MultiEdit',
  'Glob',
  'Grep',
  'WebFetch',
  'WebSearch',
  'Agent',
  'Task',
  'NotebookEdit',
  'apply_patch',
  'run_shell_command',
  'read_file',
  'write_file',
  'replace',
];

const CHECKS: Check[] = [
  function wrongCase({ matcher }) {
    if (matcher.kind !== 'names') return null;
    const wrong = matcher.names.find(
      (name) =>
        !TOOL_NAMES.includes(name) &&
        TOOL_NAMES.some((tool) => tool.toLowerCase() === name.toLowerCase()),
    );
    if (wrong === undefined) return null;
    const right = TOOL_NAMES.find((tool) => tool.toLowerCase() === wrong.toLowerCase())!;
    return {
      severity: 'error',
      code: 'wrong_case',
      message: `The matcher ${JSON.stringify(wrong)} never matches: tool names are case-sensitive.`,
      remediation: `Write ${JSON.stringify(right)}.`,
    };
  },
  function serverWithoutTools({ matcher }) {
    if (matcher.kind !== 'names') return null;
    const server = matcher.names.find((name) => /^mcp__[^_]+(_[^_]+)*$/.test(name));
    return server === undefined
      ? null
      : {
          severity: 'error',
          code: 'server_without_tools',
          message: `${JSON.stringify(server)} names a server, not a tool, and matches nothing.`,
          remediation: `Write ${JSON.stringify(`${server}__.*`)}.`,
        };
  },
  function missingScript({ action }, { projectDir }) {
    const words =
      action.kind === 'argv'
        ? action.argv
        : action.kind === 'shell'
          ? action.command.split(/\s+/)
          : [];
    const missing = words
      .slice(0, 3)
      .map((word) => word.replace(/^["']|["']$/g, ''))
      .find(
        (word) =>
          /^(\.{1,2}\/|\/).+\.(sh|py|js|mjs|cjs|ts|rb|pl)$/.test(word) &&
          !exists(path.resolve(projectDir, word)),
      );
    return missing === undefined
      ? null
      : {
          severity: 'error',
          code: 'missing_script',
          message: `${JSON.stringify(missing)} is not there.`,
          remediation:
            'Paths are relative to the project; correct the path or put the script there.',
        };
  },
  function nobodyFires({ type, dialect }, { connected }) {
    const native = CLIENT_NAMES.filter((name) => CLIENTS[name].runsItself.includes(dialect));
    const reached = [...connected, ...native].some((name) => nativeName(name, type) !== null);
    return reached
      ? null
      : {
          severity: 'warning',
          code: 'never_fires',
          message:
            connected.length === 0
              ? 'No client of this project calls Hookloom, so nothing fires this hook.'
              : `None of the connected clients (${connected.join(', ')}) has such an event.`,
          remediation:
            'Connect a client: `hookloom init`, or `hookloom hooks CLIENT --output FILE`.',
        };
  },
];

/** Settings in which each client's call of us stands. */
function connectedClients({ projectDir, home }: SourceRequest): ClientName[] {
  const files: [ClientName, string[]][] = [
    ['claude-code', ['.claude/settings.json', '.claude/settings.local.json']],
    ['codex', ['.codex/hooks.json', '.codex/config.toml']],
    ['gemini', ['.gemini/settings.json']],
    ['cursor', ['.cursor/hooks.json']],
    ['copilot', ['.github/hooks/hookloom.json', '.copilot/hooks/hookloom.json']],
  ];
  return files.flatMap(([client, names]) =>
    [projectDir, ...(home === null ? [] : [home])].some((dir) =>
      names.some((name) => callsUs(path.join(dir, name), client)),
    )
      ? [client]
      : [],
  );
}

function callsUs(file: string, client: ClientName): boolean {
  try {
    const text = fs.readFileSync(file, 'utf8');
    return (
      new RegExp(`(hook\\.cjs|hookloom(\\.cjs)?|zaxy)[\\\\'" ]+hook ${client}\\b`).test(text) ||
      text.includes(`/hooks/${client}`)
    );
  } catch {
    return false;
  }
}

/** Cursor and Copilot load Claude Code's settings too: one call, two hooks (trap 34). */
function doubleFiring({ projectDir }: SourceRequest, connected: readonly ClientName[]): Finding[] {
  if (!connected.includes('claude-code')) return [];
  return (['cursor', 'copilot'] as const)
    .filter((client) => connected.includes(client))
    .map((client) => ({
      severity: 'warning' as const,
      code: 'double_firing',
      place: path.relative(projectDir, path.join(projectDir, '.claude')),
      message: `${CLIENTS[client].capabilities.title} also loads Claude Code's settings, so one call reaches us twice there.`,
      remediation: `Turn off its reading of Claude settings, or connect ${CLIENTS[client].capabilities.title} through them alone.`,
    }));
}

function exists(file: string): boolean {
  return fs.existsSync(file);
}
