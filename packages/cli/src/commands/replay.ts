import { eventSummaries, type StoredEvent, type VerifyReport } from '@hookloom/core/events';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, integer, inOrder, integerOr, placeOptions, SEQ } from '../command/options.ts';
import { nameLog } from '../input/name-log.ts';
import { createHandoff, type Handoff } from '@hookloom/worker';
import { jsonText } from '../output/json-text.ts';
import { plural } from '../output/format.ts';

const BROKEN_EXIT = 6;
/** Rows per page, so that a long log starts to print at once. */
const PAGE = 500;

export const command = defineCommand({
  name: 'replay',
  summary: 'Print the events of a log in order, and the state of the work.',
  description:
    'Both ends of the window are included. The whole log is verified; the summary covers the window. Exits with 6 if the log is broken.',
  arguments: { log: argument('LOG', 'a log file, or a session of the workspace') },
  options: {
    fromSeq: integerOr('--from-seq <n>', 'first event', SEQ, 1),
    toSeq: integer('--to-seq <n>', 'last event (default: the end)', SEQ),
    ...placeOptions,
  },
  examples: {
    'hookloom replay .eventloom/shop-default.jsonl': 'everything',
    'hookloom replay shop-default --from-seq 40 --to-seq 60 --json': 'a window',
  },
  async run({ args, options, context }) {
    const { fromSeq, toSeq } = inOrder(options);
    const log = nameLog(args.log, context.cwd, workspaceOf(context, options));
    const { verifyFile, readEvents, toRecord } = await import('@hookloom/log');
    const integrity = await verifyFile(log.path);
    const unavailable: object[] = [];
    const events = readEvents(log.path, {
      fromSeq,
      ...(toSeq !== undefined && { toSeq }),
      onUnavailable: (found) => unavailable.push(found),
    });
    const print = options.json ? printJson : printText;
    await print(context, {
      log: log.path,
      integrity,
      fromSeq,
      toSeq,
      events,
      unavailable,
      toRecord,
    });
    return integrity.ok ? 0 : BROKEN_EXIT;
  },
});

interface Replay {
  log: string;
  integrity: VerifyReport;
  fromSeq: number;
  toSeq: number | undefined;
  events: Iterable<StoredEvent>;
  /** Filled while the events are read. */
  unavailable: object[];
  toRecord: (event: StoredEvent) => object;
}

/** Writes one object in parts, so that a log of any length needs little memory. Keys are sorted. */
async function printJson({ out }: CommandContext, replay: Replay): Promise<void> {
  const handoff = createHandoff();
  let count = 0;
  let last = 0;
  out.raw('{\n  "events": [');
  for (const event of replay.events) {
    handoff.add(event);
    out.raw(
      `${count === 0 ? '' : ','}\n    ${jsonText(replay.toRecord(event)).replaceAll('\n', '\n    ')}`,
    );
    count++;
    last = event.seq;
    await out.drained();
  }
  out.raw(count === 0 ? '],' : '\n  ],');
  const rest = {
    handoff: handoff.result(),
    integrity: replay.integrity,
    log: replay.log,
    ...(replay.unavailable.length > 0 && { unavailable: replay.unavailable }),
    window: { from_seq: replay.fromSeq, to_seq: replay.toSeq ?? last, event_count: count },
  };
  out.raw(`\n${jsonText(rest).slice(2)}\n`);
}

async function printText(context: CommandContext, replay: Replay): Promise<void> {
  const { out } = context;
  const { integrity } = replay;
  out.bold(replay.log);
  if (integrity.ok)
    out.line(
      { style: 'green', text: 'whole' },
      `: ${plural(integrity.total_events, 'event')} verified`,
    );
  else
    out.line(
      { style: 'red', text: 'BROKEN' },
      ` at event ${integrity.broken_at_seq}: ${integrity.broken_reason}${integrity.detail === null ? '' : ` (${integrity.detail})`}`,
    );
  out.line('');
  const handoff = createHandoff();
  const summaryOf = eventSummaries();
  let rows: string[][] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    await out.table(rows);
    rows = [];
    await out.drained();
  };
  for (const event of replay.events) {
    handoff.add(event);
    rows.push([String(event.seq), event.type, event.actorId, summaryOf(event)]);
    count++;
    if (rows.length < PAGE) continue;
    await flush();
  }
  await flush();
  if (count === 0) out.line('No events in this window.');
  else await printHandoff(context, handoff.result());
}

async function printHandoff({ out }: CommandContext, handoff: Handoff): Promise<void> {
  out.line('');
  out.bold('Handoff');
  const rows = [
    ...handoff.goals.map(({ title }) => ['goal', title]),
    ...handoff.open_tasks.map(({ task_id: id, title }) => [
      'open task',
      title === null ? id : `${id} ${title}`,
    ]),
    ...(handoff.summary === null ? [] : [['handed over', handoff.summary]]),
    ['last actor', handoff.last_actor ?? 'nobody'],
  ];
  await out.table(rows);
}
