/** What is started for a handler. */
import type { Handler, HandlerAction } from '../../engine/handler.ts';

/**
 * In the exec form no shell is there to fill in `${CLAUDE_PROJECT_DIR}` and `${CLAUDE_PLUGIN_ROOT}`, so it is done here,
 * as Claude Code does. Other names stay as they are written.
 */
export function claudeAction(
  { action }: Handler,
  environment: Record<string, string>,
): HandlerAction {
  if (action.kind !== 'argv') return action;
  const fill = (word: string): string =>
    word.replace(
      /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}/g,
      (whole, name: string) => environment[name] ?? whole,
    );
  const [program, ...args] = action.argv;
  return { kind: 'argv', argv: [fill(program), ...args.map(fill)] };
}
