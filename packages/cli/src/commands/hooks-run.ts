/** `hookloom hooks run CLIENT EVENT`: runs the user's hooks on an event, without a client. */
import { invalidRequest, parseJsonObject, ulid, type JsonObject } from '@hookloom/core';
import type { Dispatched } from '@hookloom/hooks';
import type { CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { engineParts, withScratch } from '../command/hook-subject.ts';
import { argument, clientArgument, flag, placeOptions } from '../command/options.ts';
import { readStdin } from '../input/read-input.ts';
import { placeName, showRuns } from '../output/hook-runs.ts';

/** The limit of the hook path. */
const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;

export const command = defineCommand({
  name: 'hooks run',
  summary: 'Run your hooks on an event and show what each one answered.',
  description:
    "Reads the client's payload from standard input (default: {}). The hooks are run, nothing is recorded, and `once` hooks can still run later. Unreviewed hooks of the project run only with --trust.",
  arguments: {
    client: clientArgument('act as this client'),
    event: argument('EVENT', "the client's event, such as PreToolUse"),
  },
  options: {
    trust: flag('--trust', 'run hooks of the project without a review'),
    raw: flag('--raw', 'print only the answer to the client, and exit with the hook’s status'),
    ...placeOptions,
  },
  examples: {
    [`echo '{"tool_name":"Bash","tool_input":{"command":"ls"}}' | hookloom hooks run codex PreToolUse`]:
      'a shell command under Codex',
  },
  async run({ args, options, context }) {
    const [{ dispatch, meantEvent, nativeName, typeOf }, { CLIENTS }] = await Promise.all([
      import('@hookloom/hooks'),
      import('@hookloom/hooks/clients'),
    ]);
    const client = CLIENTS[args.client];
    const type = typeOf(args.event);
    const native = Object.hasOwn(client.capabilities.events, args.event)
      ? args.event
      : type === null
        ? null
        : nativeName(args.client, type);
    if (native === null)
      throw invalidRequest(
        `${client.capabilities.title} has no event ${JSON.stringify(args.event.slice(0, 60))}.${meantEvent(args.event, args.client)}`,
        `Its events: ${Object.keys(client.capabilities.events).join(', ')}.`,
      );
    const given = parsePayload(
      context.stdin.isTTY === true ? '' : await readStdin(context, MAX_PAYLOAD_BYTES, ''),
    );
    const parts = await engineParts(context, options);
    const payload = {
      session_id: ulid(context.now()),
      cwd: parts.projectDir,
      ...given,
      hook_event_name: native,
    };
    const raw = JSON.stringify(payload);
    const event = client.parse(payload, { nowMs: context.now(), raw, nativeEvent: native });
    const result = await withScratch((scratch) =>
      dispatch({ ...parts, client, event, scratch, trustProject: options.trust }),
    );
    const { stdout, stderr, exit } = result.rendered;
    if (options.raw) {
      if (stdout !== '') context.out.raw(`${stdout}\n`);
      if (stderr !== '') context.out.note(stderr);
      return exit;
    }
    const enforced = client.enforce(result.rendered, event);
    if (options.json) {
      context.out.json({
        client: args.client,
        native_event: native,
        handlers: result.planned.map(({ handler, verdict }) => ({
          place: placeName(handler, parts),
          verdict,
        })),
        runs: result.runs.map((run, at) => ({
          place: placeName(run.handler, parts),
          outcome: run.interpreted.reason,
          duration_ms: Math.round(run.durationMs),
          response: run.interpreted.response,
          notes: run.interpreted.notes,
          losses: result.losses[at],
        })),
        response: result.response,
        rendered: result.rendered,
        enforced,
      });
      return 0;
    }
    print(context, result, parts);
    context.out.line(`${client.capabilities.title} takes from it: ${JSON.stringify(enforced)}`);
    return 0;
  },
});

function print(
  { out }: CommandContext,
  result: Dispatched,
  parts: { projectDir: string; home: string | null },
): void {
  showRuns(out, result, parts);
  const { stdout, stderr, exit, losses } = result.rendered;
  out.line('');
  out.line(
    { style: 'bold', text: 'Answer' },
    stdout === '' && exit === 0 ? ': silence, exit 0' : `: exit ${exit}`,
  );
  if (stdout !== '') out.line(`  ${stdout}`);
  if (stderr !== '') out.line('  standard error:');
  for (const line of stderr.split('\n')) if (line !== '') out.line(`    ${line}`);
  for (const { field, survival, note } of losses)
    out.line({ style: 'yellow', text: `  ${field} ${survival}` }, `: ${note}`);
}

function parsePayload(text: string): JsonObject {
  if (text.trim() === '') return {};
  const payload = parseJsonObject(text);
  if (payload !== null) return payload;
  throw invalidRequest(
    'Standard input is not a JSON object.',
    "Pipe the client's payload to standard input, or nothing.",
  );
}
