/** Which projects hooks and servers in the user's own settings serve: a mark for each in the private state folder. */
import { readProjectFile } from './project-file.ts';
import { stateDirPath } from './home.ts';

/**
 * The project's mark, named by the id of the project, so that it is valid wherever the folder is. Its lines are the
 * calls of the connected clients as the project would have them: `hookloom-hook hook codex --inject=session`. On the
 * hook path.
 */
export function enabledMark(eventloomDir: string, env: Record<string, string | undefined>): string {
  return `${stateDirPath(env)}/enabled/${readProjectFile(eventloomDir)?.id}`;
}
