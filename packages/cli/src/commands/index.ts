/**
 * The table of commands. Each is in its own file, which is loaded when it runs. A new one is a file and a line here.
 */
import type { CommandDefinition } from '../command/definition.ts';

export interface CommandEntry {
  /** The words on the command line. */
  name: string;
  load(): Promise<{ command: CommandDefinition }>;
}

/** The command of this name in a file with several. */
function one<N extends string>(file: () => Promise<Record<N, CommandDefinition>>, name: N) {
  return async () => ({ command: (await file())[name] });
}

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
  { name: 'hooks import', load: () => import('./hooks-import.ts') },
  { name: 'hooks export', load: () => import('./hooks-export.ts') },
  { name: 'activate', load: () => import('./activate.ts') },
  { name: 'ide-config', load: () => import('./ide-config.ts') },
  { name: 'plugin list', load: () => import('./plugin-list.ts') },
  { name: 'plugin path', load: () => import('./plugin-path.ts') },
  { name: 'integrations', load: () => import('./integrations.ts') },
  { name: 'integration-template', load: () => import('./integration-template.ts') },
  { name: 'local-profile', load: () => import('./local-profile.ts') },
  { name: 'init-session', load: () => import('./init-session.ts') },
  { name: 'uninstall', load: () => import('./uninstall.ts') },
  { name: 'demo', load: () => import('./demo.ts') },
  { name: 'verify', load: () => import('./verify.ts') },
  { name: 'verify-export', load: () => import('./verify-export.ts') },
  { name: 'replay', load: () => import('./replay.ts') },
  { name: 'reproject', load: () => import('./reproject.ts') },
  { name: 'context', load: () => import('./context.ts') },
  { name: 'compact', load: () => import('./compact.ts') },
  { name: 'viewer', load: () => import('./viewer.ts') },
  { name: 'memory checkout', load: () => import('./memory-checkout.ts') },
  { name: 'memory bootstrap', load: () => import('./memory-bootstrap.ts') },
  { name: 'memory query', load: () => import('./memory-query.ts') },
  { name: 'memory verbatim', load: () => import('./memory-verbatim.ts') },
  { name: 'memory feedback', load: () => import('./memory-feedback.ts') },
  { name: 'memory append', load: () => import('./memory-append.ts') },
  { name: 'memory remember', load: () => import('./memory-remember.ts') },
  { name: 'memory correct', load: () => import('./memory-correct.ts') },
  { name: 'memory invalidate', load: () => import('./memory-invalidate.ts') },
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
  { name: 'memory fok-report', load: () => import('./memory-fok-report.ts') },
  { name: 'memory status', load: () => import('./memory-status.ts') },
  { name: 'memory re-embed', load: () => import('./memory-re-embed.ts') },
  { name: 'share init', load: () => import('./share-init.ts') },
  { name: 'share publish', load: () => import('./share-publish.ts') },
  { name: 'share pull', load: one(() => import('./share-status.ts'), 'pull') },
  { name: 'share status', load: () => import('./share-status.ts') },
  { name: 'share trust', load: () => import('./share-trust.ts') },
  { name: 'share distrust', load: one(() => import('./share-trust.ts'), 'distrust') },
  { name: 'sync', load: () => import('./sync.ts') },
  { name: 'team invite', load: one(() => import('./team-members.ts'), 'invite') },
  { name: 'team members', load: () => import('./team-members.ts') },
  { name: 'team revoke', load: one(() => import('./team-members.ts'), 'revoke') },
  { name: 'team init', load: () => import('./team-init.ts') },
  { name: 'team status', load: () => import('./team-status.ts') },
  { name: 'inbox', load: () => import('./inbox.ts') },
  { name: 'memory quarantine', load: () => import('./memory-quarantine.ts') },
  { name: 'memory refs', load: () => import('./memory-refs.ts') },
  { name: 'coordinate start', load: one(() => import('./coordinate-mission.ts'), 'start') },
  { name: 'coordinate worker', load: one(() => import('./coordinate-mission.ts'), 'workerCreate') },
  { name: 'coordinate assign', load: one(() => import('./coordinate-mission.ts'), 'assign') },
  { name: 'coordinate report', load: one(() => import('./coordinate-finding.ts'), 'report') },
  { name: 'coordinate review', load: one(() => import('./coordinate-finding.ts'), 'review') },
  { name: 'coordinate promote', load: one(() => import('./coordinate-finding.ts'), 'promote') },
  { name: 'coordinate brief', load: one(() => import('./coordinate-read.ts'), 'brief') },
  { name: 'coordinate checkout', load: one(() => import('./coordinate-read.ts'), 'checkout') },
  { name: 'coordinate ledger', load: one(() => import('./coordinate-read.ts'), 'ledger') },
  {
    name: 'coordinate approval-packet',
    load: one(() => import('./coordinate-approval.ts'), 'approvalPacket'),
  },
  {
    name: 'coordinate review-export',
    load: one(() => import('./coordinate-approval.ts'), 'reviewExport'),
  },
  {
    name: 'coordinate apply-approval',
    load: one(() => import('./coordinate-approval.ts'), 'applyApproval'),
  },
  { name: 'coordinate handoff', load: one(() => import('./coordinate-mission.ts'), 'handoff') },
  {
    name: 'coordinate synthesis',
    load: one(() => import('./coordinate-approval.ts'), 'synthesis'),
  },
  { name: 'coordinate inspect', load: one(() => import('./coordinate-read.ts'), 'inspect') },
  { name: 'coordinate proof', load: one(() => import('./coordinate-read.ts'), 'proof') },
  {
    name: 'coordinate audit-report',
    load: one(() => import('./coordinate-read.ts'), 'auditReport'),
  },
  { name: 'coordinate template', load: one(() => import('./coordinate-approval.ts'), 'template') },
  { name: 'notes list', load: () => import('./notes-list.ts') },
  { name: 'notes show', load: () => import('./notes-show.ts') },
  { name: 'notes search', load: () => import('./notes-search.ts') },
  { name: 'notes pin', load: () => import('./notes-pin.ts') },
  { name: 'notes unpin', load: () => import('./notes-unpin.ts') },
  { name: 'notes correct', load: () => import('./notes-correct.ts') },
  { name: 'notes delete', load: () => import('./notes-delete.ts') },
  { name: 'notes delete-session', load: () => import('./notes-delete-session.ts') },
  { name: 'notes queue', load: () => import('./notes-queue.ts') },
  { name: 'notes retry', load: () => import('./notes-retry.ts') },
  { name: 'notes retention', load: () => import('./notes-retention.ts') },
  { name: 'notes ledger', load: () => import('./notes-ledger.ts') },
  { name: 'index-codebase', load: () => import('./index-codebase.ts') },
  { name: 'refresh-context', load: () => import('./refresh-context.ts') },
  { name: 'capture start', load: () => import('./capture-start.ts') },
  { name: 'capture status', load: () => import('./capture-status.ts') },
  { name: 'capture stop', load: () => import('./capture-stop.ts') },
  { name: 'capture import', load: () => import('./capture-import.ts') },
  { name: 'capture run', load: () => import('./capture-run.ts') },
  { name: 'claude-capture', load: () => import('./claude-capture.ts') },
  { name: 'codex-capture', load: () => import('./codex-capture.ts') },
  { name: 'gemini-capture', load: () => import('./gemini-capture.ts') },
  { name: 'copilot-capture', load: () => import('./copilot-capture.ts') },
  { name: 'up', load: () => import('./up.ts') },
  { name: 'down', load: () => import('./down.ts') },
  { name: 'status', load: () => import('./status.ts') },
  { name: 'log adopt', load: () => import('./log-adopt.ts') },
  { name: 'log repair', load: () => import('./log-repair.ts') },
  { name: 'backup', load: () => import('./backup.ts') },
  { name: 'restore', load: () => import('./restore.ts') },
  { name: 'log acknowledge', load: () => import('./log-acknowledge.ts') },
  { name: 'logs', load: () => import('./logs.ts') },
  { name: 'restart', load: () => import('./restart.ts') },
  { name: 'project adopt', load: () => import('./project-adopt.ts') },
  { name: 'project join', load: () => import('./project-join.ts') },
  { name: 'projects list', load: () => import('./projects-list.ts') },
  { name: 'projects rename', load: () => import('./projects-rename.ts') },
  { name: 'projects merge', load: () => import('./projects-merge.ts') },
  { name: 'projects move', load: () => import('./projects-move.ts') },
  { name: 'settings list', load: () => import('./settings-list.ts') },
  { name: 'settings get', load: () => import('./settings-get.ts') },
  { name: 'settings set', load: () => import('./settings-set.ts') },
  { name: 'serve', load: () => import('./serve.ts') },
  { name: 'hook', load: () => import('./hook.ts') },
  { name: 'hook-event', load: () => import('./hook-event.ts') },
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
