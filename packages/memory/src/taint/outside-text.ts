/**
 * Which text of an event came from outside the project: from the web, from another server, or from a foreign file. The
 * project's own files and the output of its commands are not outside text.
 */
import type { Channel, StoredEvent } from '@hookloom/core/events';
import { textOf, type Extracted } from '../extract/extracted.ts';

const OUTSIDE: ReadonlySet<Channel | undefined> = new Set<Channel>(['web', 'mcp']);
/** Programs that print text from another machine. */
const NETWORK =
  /(?:^|[|&;(]\s*|\b(?:sudo|env|time|xargs|npx|exec)\s+)(?:curl|wget|http|https|xh|lynx|w3m|links|elinks|aria2c)(?=\s|$)(?![^|;&]*(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0))|\b(?:gh|glab) (?:issue|pr|release|gist|api|search)\b|\b(?:npm|pnpm|yarn) (?:view|info|show|search)\b|\bpip3? (?:search|index)\b/;
/** Third-party files in the project's folder. */
const FOREIGN =
  /(?:^|[/\\\s"'=])(?:node_modules|bower_components|site-packages|dist-packages|third[_-]party|\.venv|venv|vendor|Pods|\.cargo\/registry|go\/pkg\/mod|Downloads)[/\\]/;
const FETCHING_TOOL =
  /(?:^|[_-])(?:web|url|internet|browser|browse|fetch[_-]?(?:url|page|web\w*)?$)|web_?(?:fetch|search)|^fetch$/i;

/** Null for text of the project, its people or its agents. */
export function outsideTextOf(event: StoredEvent, { document }: Partial<Extracted>) {
  const { payload, origin, type } = event;
  const channel = outsideChannel(event);
  if (channel === null) return null;
  const said =
    type === 'tool.call.completed'
      ? [textOf(payload, 'result_summary'), textOf(payload, 'error')]
      : type === 'command.completed' || type === 'tool.call.settled'
        ? [textOf(payload, 'stdout'), textOf(payload, 'stderr')]
        : [document?.searched ?? document?.content ?? ''];
  const text = said.filter((part) => part !== '').join('\n');
  return text === '' || (origin ?? null) === null ? null : { channel, text };
}

function outsideChannel({ type, payload, origin }: StoredEvent): Channel | null {
  const channel = origin?.channel;
  if (channel === 'user') return null;
  if (channel !== undefined && OUTSIDE.has(channel)) return channel;
  if (type === 'command.completed' || type === 'tool.call.settled') {
    const command = textOf(payload, 'command');
    if (NETWORK.test(command)) return 'web';
    return FOREIGN.test(command) ? 'file' : null;
  }
  if (type === 'tool.call.completed')
    return FETCHING_TOOL.test(textOf(payload, 'tool', 'tool_name')) ? 'web' : null;
  if (channel === 'file' || channel === 'tool')
    return FOREIGN.test(`/${textOf(payload, 'path')}`) ? 'file' : null;
  return null;
}
