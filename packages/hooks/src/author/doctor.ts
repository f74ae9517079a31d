/** Finds hooks that never fire, or fire twice, and says how to fix each. Runs nothing. */
import type { ConfigFile, Handler } from '../engine/handler.ts';
import { configFiles, type SourceRequest } from '../engine/sources.ts';
import { loadConfig } from '../engine/load.ts';
import { isOwnCommand } from '../found/own-command.ts';
import { placeOf } from '../engine/telemetry.ts';
import { openReviews, type Reviews } from '../engine/review/reviews.ts';
import { missingScript, notExecutable, type Check } from './check-script.ts';
import {
  type Finding,
  doubleDeliveries,
  registrationsHere,
  unreachedHooks,
} from './unreached-hooks.ts';

export interface DoctorRequest extends SourceRequest {
  stateDir: string;
}

export function diagnose(request: DoctorRequest) {
  const { projectDir, home } = request;
  const files = configFiles(request);
  const config = loadConfig(files);
  const places = { projectDir, home };
  const shown = (file: ConfigFile): string =>
    placeOf({ file, line: 0, group: 0, index: 0 }, places);
  const registrations = registrationsHere(request);
  const connected = registrations.map(({ client }) => client);
  const handlers = config.handlers.filter((handler) => !isOwnCommand(handler));
  const findings: Finding[] = config.problems.map(({ file, line, ...problem }) => ({
    ...problem,
    place: placeOf(
      { file: { path: file, dialect: 'toml', layer: 'user' }, line, group: 0, index: 0 },
      places,
    ),
  }));
  const reviews = openReviews(config, request);
  for (const { file, text } of reviews.switches())
    findings.push({
      severity: 'warning',
      code: 'all_hooks_disabled',
      place: shown(file),
      message: `${text} turns hooks off, here and in the files below.`,
      remediation: 'Remove the switch to let them run.',
    });
  for (const handler of handlers) {
    const place = placeOf(handler.source, places);
    const add = (finding: Omit<Finding, 'place'>): void =>
      void findings.push({ ...finding, place });
    for (const check of CHECKS) {
      const finding = check(handler, { projectDir });
      if (finding !== null) add(finding);
    }
    const trust = reviews.trust(handler);
    if (trust !== 'trusted') add(whyNotRun(trust, handler, reviews));
  }
  for (const { handler, state, changes } of reviews.guards(() => true)) {
    if (state !== 'removed') continue;
    findings.push({
      severity: 'error',
      code: 'removed_since_review',
      place: placeOf(handler.source, places),
      message: `A reviewed critical hook for ${handler.event} counts as removed: ${changes.join('; ')}. Hookloom refuses every call that it guarded.`,
      remediation:
        'In a terminal, restore it with `hookloom hooks trust --restore`, or accept its removal with `hookloom hooks trust --yes`.',
    });
  }
  findings.push(
    ...unreachedHooks(handlers, registrations, (handler) => placeOf(handler.source, places)),
    ...doubleDeliveries(request, places),
  );
  return {
    files: [...new Set(config.files.map(({ file }) => shown(file)))],
    handlers: handlers.length,
    connected,
    findings,
  };
}

function whyNotRun(
  trust: 'modified' | 'untrusted',
  handler: Handler,
  reviews: Reviews,
): Omit<Finding, 'place'> {
  const remediation = 'Read it, then run `hookloom hooks trust --yes` in a terminal.';
  if (trust === 'untrusted')
    return {
      severity: 'warning',
      code: 'untrusted',
      message: 'The hook came with the project and was never reviewed; Hookloom does not run it.',
      remediation,
    };
  const refuses = reviews.isGuardOnRecord(handler);
  const what = `The hook changed since it was reviewed (${reviews.changes(handler).join('; ')})`;
  return {
    severity: refuses ? 'error' : 'warning',
    code: 'modified_since_review',
    message: refuses
      ? `${what}; it is critical, so Hookloom refuses every call that it guards.`
      : `${what}; Hookloom does not run it.`,
    remediation,
  };
}

/** Real tool names, to distinguish a wrong case from another tool. */
const TOOL_NAMES =
  'Bash PowerShell Read Write Edit MultiEdit Glob Grep WebFetch WebSearch Agent Task NotebookEdit apply_patch run_shell_command read_file write_file replace'.split(
    ' ',
  );

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
  missingScript,
  notExecutable,
];
