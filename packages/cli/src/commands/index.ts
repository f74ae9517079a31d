/**
 * The command line, which `bin/hookloom.cjs` starts, and its table of commands. Each is in its own file, which is loaded when it
 * runs. A new one is a file and a line here.
 */
import type { CommandDefinition, CommandEntry } from '../command/definition.ts';

/** Set by the build. */
declare const HOOKLOOM_VERSION: string;

/** The command of this name in a file with several. */
function one<N extends string>(file: () => Promise<Record<N, CommandDefinition>>, name: N) {
  return async () => ({ command: (await file())[name] });
}

// Files whose names would break the lines below.
const approval = () => import('./coordinate-approval.ts');
const reading = () => import('./coordinate-read.ts');
const deletion = () => import('./notes-delete.ts');

/** In the order of the help. */
export const commandTable: readonly CommandEntry[] = [
  { name: 'init', load: () => import('./init.ts') },
  { name: 'hooks', load: () => import('./hooks.ts') },
  { name: 'hooks run', load: () => import('./hooks-run.ts') },
  { name: 'hooks explain', load: () => import('./hooks-explain.ts') },
  { name: 'hooks attach', load: () => import('./hooks-attach.ts') },
  { name: 'hooks replay', load: () => import('./hooks-replay.ts') },
  { name: 'hooks test', load: () => import('./hooks-test.ts') },
  { name: 'hooks doctor', load: () => import('./hooks-doctor.ts') },
  { name: 'hooks trust', load: () => import('./hooks-trust.ts') },
  { name: 'hooks register', load: () => import('./hooks-register.ts') },
  { name: 'hooks import', load: one(() => import('./hooks-import.ts'), 'hooksImport') },
  { name: 'hooks export', load: one(() => import('./hooks-import.ts'), 'hooksExport') },
  { name: 'activate', load: () => import('./activate.ts') },
  { name: 'ide-config', load: () => import('./ide-config.ts') },
  { name: 'plugin list', load: one(() => import('./plugin.ts'), 'pluginList') },
  { name: 'plugin path', load: one(() => import('./plugin.ts'), 'pluginPath') },
  { name: 'integrations', load: () => import('./integrations.ts') },
  { name: 'integration-template', load: () => import('./integration-template.ts') },
  { name: 'local-profile', load: () => import('./local-profile.ts') },
  { name: 'init-session', load: () => import('./init-session.ts') },
  { name: 'uninstall', load: () => import('./uninstall.ts') },
  { name: 'demo', load: () => import('./demo.ts') },
  { name: 'verify', load: () => import('./verify.ts') },
  { name: 'verify-export', load: () => import('./verify-export.ts') },
  { name: 'replay', load: () => import('./replay.ts') },
  { name: 'reproject', load: one(() => import('./reproject.ts'), 'reproject') },
  { name: 'context', load: () => import('./context.ts') },
  { name: 'compact', load: () => import('./compact.ts') },
  { name: 'viewer', load: () => import('./viewer.ts') },
  { name: 'memory checkout', load: () => import('./memory-checkout.ts') },
  { name: 'memory bootstrap', load: () => import('./memory-bootstrap.ts') },
  { name: 'memory query', load: one(() => import('./memory-query.ts'), 'memoryQuery') },
  { name: 'memory verbatim', load: one(() => import('./memory-query.ts'), 'memoryVerbatim') },
  { name: 'memory feedback', load: one(() => import('./memory-feedback.ts'), 'memoryFeedback') },
  { name: 'memory append', load: () => import('./memory-append.ts') },
  { name: 'memory remember', load: () => import('./memory-remember.ts') },
  { name: 'memory correct', load: one(() => import('./memory-correct.ts'), 'memoryCorrect') },
  { name: 'memory invalidate', load: one(() => import('./memory-correct.ts'), 'memoryInvalidate') },
  { name: 'memory forget', load: () => import('./memory-forget.ts') },
  { name: 'memory why', load: () => import('./memory-why.ts') },
  { name: 'memory ingest', load: () => import('./memory-ingest.ts') },
  { name: 'memory skill', load: () => import('./memory-skill.ts') },
  { name: 'memory consolidation', load: () => import('./memory-consolidation.ts') },
  { name: 'memory mine-procedures', load: () => import('./memory-mine-procedures.ts') },
  { name: 'memory reasoning', load: () => import('./memory-reasoning.ts') },
  { name: 'memory causal', load: () => import('./memory-causal.ts') },
  { name: 'memory import', load: () => import('./memory-import.ts') },
  { name: 'memory export', load: () => import('./memory-export.ts') },
  { name: 'memory log', load: () => import('./memory-log.ts') },
  { name: 'memory diff', load: () => import('./memory-diff.ts') },
  { name: 'memory fok-report', load: one(() => import('./memory-feedback.ts'), 'memoryFokReport') },
  { name: 'memory status', load: () => import('./memory-status.ts') },
  { name: 'memory re-embed', load: one(() => import('./reproject.ts'), 'memoryReEmbed') },
  { name: 'share init', load: one(() => import('./share-publish.ts'), 'shareInit') },
  { name: 'share publish', load: one(() => import('./share-publish.ts'), 'sharePublish') },
  { name: 'share pull', load: one(() => import('./share-status.ts'), 'pull') },
  { name: 'share status', load: () => import('./share-status.ts') },
  { name: 'share trust', load: () => import('./share-trust.ts') },
  { name: 'share distrust', load: one(() => import('./share-trust.ts'), 'distrust') },
  { name: 'sync', load: () => import('./sync.ts') },
  { name: 'team invite', load: one(() => import('./team-members.ts'), 'invite') },
  { name: 'team members', load: () => import('./team-members.ts') },
  { name: 'team revoke', load: one(() => import('./team-members.ts'), 'revoke') },
  { name: 'team init', load: one(() => import('./team.ts'), 'teamInit') },
  { name: 'team status', load: one(() => import('./team.ts'), 'teamStatus') },
  { name: 'inbox', load: () => import('./inbox.ts') },
  { name: 'memory quarantine', load: () => import('./memory-quarantine.ts') },
  { name: 'memory refs', load: () => import('./memory-refs.ts') },
  { name: 'coordinate start', load: one(() => import('./coordinate-mission.ts'), 'start') },
  { name: 'coordinate worker', load: one(() => import('./coordinate-mission.ts'), 'workerCreate') },
  { name: 'coordinate assign', load: one(() => import('./coordinate-mission.ts'), 'assign') },
  { name: 'coordinate report', load: one(() => import('./coordinate-finding.ts'), 'report') },
  { name: 'coordinate review', load: one(() => import('./coordinate-finding.ts'), 'review') },
  { name: 'coordinate promote', load: one(() => import('./coordinate-finding.ts'), 'promote') },
  { name: 'coordinate brief', load: one(reading, 'brief') },
  { name: 'coordinate checkout', load: one(reading, 'checkout') },
  { name: 'coordinate ledger', load: one(reading, 'ledger') },
  { name: 'coordinate approval-packet', load: one(approval, 'approvalPacket') },
  { name: 'coordinate review-export', load: one(approval, 'reviewExport') },
  { name: 'coordinate apply-approval', load: one(approval, 'applyApproval') },
  { name: 'coordinate handoff', load: one(() => import('./coordinate-mission.ts'), 'handoff') },
  { name: 'coordinate synthesis', load: one(approval, 'synthesis') },
  { name: 'coordinate inspect', load: one(reading, 'inspect') },
  { name: 'coordinate proof', load: one(reading, 'proof') },
  { name: 'coordinate audit-report', load: one(reading, 'auditReport') },
  { name: 'coordinate template', load: one(approval, 'template') },
  { name: 'notes list', load: () => import('./notes-list.ts') },
  { name: 'notes show', load: () => import('./notes-show.ts') },
  { name: 'notes search', load: () => import('./notes-search.ts') },
  { name: 'notes pin', load: one(() => import('./notes-change.ts'), 'notesPin') },
  { name: 'notes unpin', load: one(() => import('./notes-change.ts'), 'notesUnpin') },
  { name: 'notes correct', load: one(() => import('./notes-change.ts'), 'notesCorrect') },
  { name: 'notes delete', load: one(deletion, 'notesDelete') },
  { name: 'notes delete-session', load: one(deletion, 'notesDeleteSession') },
  { name: 'notes queue', load: one(() => import('./notes-queue.ts'), 'notesQueue') },
  { name: 'notes retry', load: one(() => import('./notes-queue.ts'), 'notesRetry') },
  { name: 'notes retention', load: () => import('./notes-retention.ts') },
  { name: 'notes ledger', load: one(() => import('./notes-queue.ts'), 'notesLedger') },
  { name: 'index-codebase', load: one(() => import('./index-codebase.ts'), 'indexCodebase') },
  { name: 'refresh-context', load: one(() => import('./index-codebase.ts'), 'refreshContext') },
  { name: 'capture start', load: one(() => import('./capture-run.ts'), 'captureStart') },
  { name: 'capture status', load: () => import('./capture-status.ts') },
  { name: 'capture stop', load: one(() => import('./capture-run.ts'), 'captureStop') },
  { name: 'capture import', load: () => import('./capture-import.ts') },
  { name: 'capture run', load: one(() => import('./capture-run.ts'), 'captureRun') },
  { name: 'claude-capture', load: one(() => import('./client-captures.ts'), 'claudeCapture') },
  { name: 'codex-capture', load: one(() => import('./client-captures.ts'), 'codexCapture') },
  { name: 'gemini-capture', load: one(() => import('./client-captures.ts'), 'geminiCapture') },
  { name: 'copilot-capture', load: one(() => import('./client-captures.ts'), 'copilotCapture') },
  { name: 'up', load: () => import('./up.ts') },
  { name: 'down', load: one(() => import('./worker.ts'), 'down') },
  { name: 'status', load: () => import('./status.ts') },
  { name: 'log adopt', load: one(() => import('./log.ts'), 'logAdopt') },
  { name: 'log repair', load: () => import('./log-repair.ts') },
  { name: 'backup', load: () => import('./backup.ts') },
  { name: 'restore', load: () => import('./restore.ts') },
  { name: 'log acknowledge', load: one(() => import('./log.ts'), 'logAcknowledge') },
  { name: 'logs', load: one(() => import('./worker.ts'), 'logs') },
  { name: 'restart', load: one(() => import('./worker.ts'), 'restart') },
  { name: 'project adopt', load: one(() => import('./project.ts'), 'projectAdopt') },
  { name: 'project join', load: one(() => import('./project.ts'), 'projectJoin') },
  { name: 'projects list', load: one(() => import('./projects.ts'), 'projectsList') },
  { name: 'projects rename', load: one(() => import('./projects.ts'), 'projectsRename') },
  { name: 'projects merge', load: one(() => import('./projects.ts'), 'projectsMerge') },
  { name: 'projects move', load: one(() => import('./projects.ts'), 'projectsMove') },
  { name: 'settings list', load: one(() => import('./settings.ts'), 'settingsList') },
  { name: 'settings get', load: one(() => import('./settings.ts'), 'settingsGet') },
  { name: 'settings set', load: one(() => import('./settings.ts'), 'settingsSet') },
  { name: 'serve', load: () => import('./serve.ts') },
  { name: 'hook', load: one(() => import('./hook.ts'), 'hook') },
  { name: 'hook-event', load: one(() => import('./hook.ts'), 'hookEvent') },
  { name: 'hook-status', load: () => import('./hook-status.ts') },
  { name: 'doctor', load: () => import('./doctor.ts') },
  { name: 'capture-soak', load: () => import('./capture-soak.ts') },
  { name: 'extractor-template', load: () => import('./extractor-template.ts') },
  { name: 'completion', load: () => import('./completion.ts') },
];

/** The command that `argv` begins with, longest name first; null if there is none. */
export function findCommand(argv: readonly string[]): CommandEntry | null {
  const [first, second] = argv;
  const called = (words: string): CommandEntry | undefined =>
    commandTable.find(({ name }) => name === words);
  return called(`${first} ${second}`) ?? called(first ?? '') ?? null;
}

export async function loadAllCommands(): Promise<CommandDefinition[]> {
  const modules = await Promise.all(commandTable.map((entry) => entry.load()));
  return modules.map(({ command }) => command);
}

/** @returns The exit status */
export async function main(argv: string[]): Promise<number> {
  // A reader that closes early (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.write(`${HOOKLOOM_VERSION}\n`);
    return 0;
  }
  const { createOutput } = await import('../output/output.ts');
  const out = await createOutput(process.stdout, process.stderr, process.env);
  const { runCommandLine } = await import('../run-command-line.ts');
  const context = {
    cwd: process.cwd(),
    env: process.env,
    out,
    stdin: process.stdin,
    isInteractive: [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY),
    now: Date.now,
  };
  return runCommandLine(argv, context, { findCommand, loadAllCommands });
}
