/** Shell functions for clients that can only run commands. Pure. */
import type { Workspace } from '@hookloom/core/settings';
import { hookCommand, type OwnFiles } from './own-files.ts';
import { shellWords } from '@hookloom/core';

/** Triggers that need no further arguments, and the function for each. */
const LIFECYCLE = [
  'session-start',
  'resume',
  'stop',
  'precompact',
  'checkpoint',
  'heartbeat',
] as const;

/**
 * POSIX functions that record through `hook-event`. They never fail, because a failure to record must not stop the
 * work.
 *
 * @param source The name of the client in the log
 */
export function genericSnippet(
  { workspace, files }: { workspace: Workspace; files: OwnFiles },
  source: string,
): string {
  const where = {
    '--eventloom-path': workspace.eventloomDir,
    '--session-id': workspace.session,
    '--source': source,
  };
  const command = hookCommand(files, ['hook-event'], 'linux');
  const named = (trigger: string): string => `hookloom_${trigger.replaceAll('-', '_')}`;
  return `# Hookloom: source this file, then call the functions where your client starts programs.
# Further flags go behind each: hookloom hook-event --help

hookloom_hook_event() {
  hookloom_trigger=$1
  shift
  ${command} "$hookloom_trigger" ${shellWords(Object.entries(where).flat())} \\
    --workspace "$PWD" "$@" </dev/null || :
}

${LIFECYCLE.map((trigger) => `${named(trigger)}() { hookloom_hook_event ${trigger} "$@"; }`).join('\n')}

# hookloom_command npm test: runs it, records how it ended, and ends like it.
hookloom_command() {
  hookloom_status=0
  "$@" || hookloom_status=$?
  hookloom_hook_event command --command "$*" --exit-code "$hookloom_status"
  return "$hookloom_status"
}

# hookloom_file_edit src/a.ts --operation modified
hookloom_file_edit() {
  hookloom_path=$1
  shift
  hookloom_hook_event file-edit --path "$hookloom_path" "$@"
}

# hookloom_tool_call deploy --tool-status ok
hookloom_tool_call() {
  hookloom_tool=$1
  shift
  hookloom_hook_event tool-call --tool-name "$hookloom_tool" "$@"
}

# hookloom_transcript_turn user "Make the tests green."
hookloom_transcript_turn() {
  hookloom_role=$1
  hookloom_content=$2
  shift 2
  hookloom_hook_event transcript-turn --role "$hookloom_role" --content "$hookloom_content" "$@"
}
`;
}
