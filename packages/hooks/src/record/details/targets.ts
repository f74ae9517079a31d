/** The target of a call: a file with its lines, a search pattern, a command, a web page. Also the names that a search found. */
import { maskCommandLine } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { pathInside } from '../event-text.ts';

const MAX_NAMES = 24;
const NAMED =
  /^(?:File: )?((?:\.{0,2}\/)?[\w@+-][\w@+./ -]{0,300}\.\w{1,12}|(?:\.{0,2}\/)?[\w@+.-]+\/[\w@+./-]{1,300})(?::\d+.*|-\d+-.*)?$/gm;

/** Undefined for a tool whose arguments are not stored. */
export function targetOf(
  name: string,
  input: JsonValue,
  response: JsonValue,
  root: string,
): string | undefined {
  if (typeof input === 'string') return name === 'Bash' ? maskCommandLine(input) : undefined;
  if (!isJsonObject(input)) return undefined;
  const text = (...keys: string[]): string | undefined => {
    const value = keys
      .map((key) => input[key])
      .find((each) => typeof each === 'string' && each !== '');
    return value as string | undefined;
  };
  const command = text('command');
  if (name === 'Bash' || name === 'PowerShell') return command && maskCommandLine(command);
  const path = text('file_path', 'notebook_path', 'path', 'dir_path');
  const file = path && pathInside(path, root);
  if (name === 'Grep' || name === 'Glob') {
    const pattern = text('pattern', 'query');
    const where = [file, text('glob', 'include')].filter((each) => each !== undefined);
    return pattern && [pattern, ...where].join(' in ');
  }
  // Without the query and the fragment, which may contain a token.
  if (name === 'WebFetch') return text('url')?.replace(/[?#].*/s, '');
  if (name === 'WebSearch') return text('query');
  if (/^(?:Task|Agent)$/.test(name)) return text('description');
  if (/^(?:Read|NotebookRead)$/.test(name)) return file && `${file}${rangeOf(input, response)}`;
  return file ?? text('fact');
}

/** `:10-30`, from the lines read or, if the client does not report them, from the requested ones. */
function rangeOf(input: JsonObject, response: JsonValue): string {
  const file =
    isJsonObject(response) && isJsonObject(response['file'] ?? null) ? response['file'] : {};
  const { startLine, numLines } = file as JsonObject;
  if (typeof startLine === 'number' && typeof numLines === 'number' && numLines > 0)
    return `:${startLine}-${startLine + numLines - 1}`;
  const [first, last] = Array.isArray(input['view_range']) ? input['view_range'] : [];
  const from = input['offset'] ?? input['start_line'] ?? first;
  const count = input['limit'];
  const to =
    typeof count === 'number' && typeof from === 'number'
      ? from + count - 1
      : (input['end_line'] ?? last);
  if (typeof from !== 'number') return typeof count === 'number' ? `:1-${count}` : '';
  return typeof to === 'number' && to >= from ? `:${from}-${to}` : `:${from}`;
}

/** `2 files: src/a.ts, src/b.ts`. The found lines are not stored. */
export function namesFound(response: JsonValue, text: string, root: string): string | undefined {
  const told = isJsonObject(response) ? response : {};
  const listed = Array.isArray(told['filenames']) ? told['filenames'] : [];
  const inText = [...text.slice(0, 64_000).matchAll(NAMED)].map(([, name]) => name!);
  const names = [...new Set([...listed.filter((name) => typeof name === 'string'), ...inText])];
  const count =
    typeof told['numFiles'] === 'number' && told['numFiles'] > 0 ? told['numFiles'] : names.length;
  if (names.length === 0) return undefined;
  const shown = names.slice(0, MAX_NAMES).map((name) => pathInside(name, root));
  return `${count} files: ${shown.join(', ')}`;
}
