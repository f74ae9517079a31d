/** Reviews proposed statements one after the other, with one key each. */
import type { Inbox, ProposedStatement, ReviewRequest } from '@hookloom/worker';
import { askLine } from '../command/confirm.ts';
import type { CommandContext } from '../command/context.ts';
import { encodeFolded } from '../output/terminal-text.ts';
import { printStatement, wrapped } from './print-statement.ts';

export type Review = (request: Omit<ReviewRequest, 'session_id'>) => Promise<unknown>;

const HELP =
  'a accept · r reject · e edit · m merge into another · u undo the last · s skip · q quit';
const DONE = { accept: 'Accepted.', reject: 'Rejected.', edit: 'Edited.', merge: 'Merged.' };

export async function reviewByKey(
  context: CommandContext,
  { items, proposed }: Inbox,
  review: Review,
): Promise<void> {
  const { out } = context;
  const keys = openKeys(context.stdin);
  const reviewed: number[] = [];
  out.line(`${proposed} proposed, newest first.`);
  for (const line of await wrapped(HELP, out.columns)) out.dim(line);
  for (let at = 0; at < items.length;) {
    const item = items[at]!;
    out.line('');
    await printStatement(out, item);
    const key = await keys.next();
    if (key === null || key === 'q') break;
    if (key === 's') at++;
    else if (key === 'u') {
      const last = reviewed.pop();
      if (last === undefined) out.line('There is nothing to undo.');
      else {
        await review({ statement: items[last]!.id, action: 'undo' });
        out.line('Taken back.');
        at = last;
      }
    } else {
      const request = await requestOf(context, keys, key, item);
      if (request === null) continue;
      await review({ statement: item.id, ...request });
      out.line({ style: 'green', text: DONE[request.action] });
      reviewed.push(at++);
    }
  }
  out.line('');
  out.line(`Reviewed ${reviewed.length}, ${proposed - reviewed.length} left.`);
}

type Chosen = { action: keyof typeof DONE; text?: string; into?: string };

/** Null if the user cancelled or the key has no meaning. */
async function requestOf(
  context: CommandContext,
  keys: KeyInput,
  key: string,
  item: ProposedStatement,
): Promise<Chosen | null> {
  if (key === 'a') return { action: 'accept' };
  if (key === 'r') return { action: 'reject' };
  if (key === 'e') {
    keys.clear();
    const text = await askLine(context, 'Correct text: ', encodeFolded(item.text));
    return text === null || text === '' || text === item.text ? null : { action: 'edit', text };
  }
  if (key === 'm') {
    const into = await askTarget(context, keys, item);
    return into === null ? null : { action: 'merge', into };
  }
  for (const line of await wrapped(HELP, context.out.columns)) context.out.line(line);
  return null;
}

async function askTarget({ out }: CommandContext, keys: KeyInput, { near }: ProposedStatement) {
  if (near.length === 0) {
    out.line('No other statement has similar words.');
    return null;
  }
  out.line('Merge into which one? Any other key: none.');
  for (const [at, { text }] of near.entries())
    for (const [row, line] of (await wrapped(text, out.columns - 4)).entries())
      out.line(`${row === 0 ? `${at + 1}.` : '  '}  ${line}`);
  return near[Number(await keys.next()) - 1]?.id ?? null;
}

// Reads single keys from a terminal, without Enter.

type Keyboard = CommandContext['stdin'] & { setRawMode?(isRaw: boolean): unknown };

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

type KeyInput = ReturnType<typeof openKeys>;

function openKeys(stdin: Keyboard) {
  let ahead: string[] = [];
  return {
    /** The next key in lower case; null at the end of the input. */
    async next(): Promise<string | null> {
      ahead = ahead.length > 0 ? ahead : await readKeys(stdin);
      const key = ahead.shift();
      return key === undefined || key === CTRL_C || key === CTRL_D ? null : key.toLowerCase();
    },
    /** Discards keys that were typed ahead. */
    clear() {
      ahead = [];
    },
  };
}

/** Empty at the end of the input. */
async function readKeys(stdin: Keyboard): Promise<string[]> {
  stdin.setRawMode?.(true);
  try {
    return await new Promise<string[]>((resolve) => {
      const onData = (chunk: Buffer | string): void => done([...String(chunk)]);
      const onEnd = (): void => done([]);
      function done(keys: string[]): void {
        stdin.off('data', onData).off('end', onEnd).pause();
        resolve(keys);
      }
      stdin.on('data', onData).on('end', onEnd).resume();
    });
  } finally {
    stdin.setRawMode?.(false);
  }
}
