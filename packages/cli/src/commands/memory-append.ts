import { distance, invalidRequest, type JsonObject } from '@hookloom/core';
import type { AppendRequest } from '@hookloom/worker';
import type { CommandContext } from '../command/context.ts';
import { operationCommand } from '../command/operation-command.ts';
import { argument, memoryOptions, requiredText, text, texts } from '../command/options.ts';
import { parseObject } from '../input/parse-object.ts';
import { readNamedFile, readStdin } from '../input/read-input.ts';

/** Above the largest payload, so that the log itself reports one that is too large. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024;

export const command = operationCommand({
  name: 'memory append',
  summary: 'Append one event to the log.',
  description:
    'The payload is a JSON object from --payload-json, from a file or from standard input. Secrets and private text are masked before anything is written. The event is on disk when the command returns.',
  arguments: { type: argument('TYPE', 'event type: decision.made, task.completed, …') },
  options: {
    actor: requiredText('--actor <name>', 'the author of the event'),
    payloadJson: text('--payload-json <json>', 'the payload'),
    askedAs: texts('--asked-as <question...>', 'questions that it answers, 5 at most'),
    payloadFile: text('--payload-file <file>', 'a file with the payload'),
    ...memoryOptions,
  },
  examples: {
    [`hookloom memory append decision.made --actor me --payload-json '{"decision":"Use JSONL for the log"}'`]:
      'record a decision',
    [`echo '{"title":"Ship it"}' | hookloom memory append goal.created --actor me`]:
      'the payload from a pipe',
  },
  session: 'workspace',
  appends: true,
  operation: async () => (_, request: AppendRequest, caller, runtime) =>
    runtime.append(request, caller),
  request: async ({ args, options: { actor, askedAs, ...options }, context }) => ({
    event_type: args.type,
    actor,
    payload: await readPayload(context, options),
    ...(askedAs !== undefined && { asked_as: askedAs }),
  }),
  // This object is the documented answer, with and without --json.
  printsJson: true,
  async print(answer, { out }) {
    out.json(answer);
    const { eventDefinition, eventDefinitions } = await import('@hookloom/core/events');
    if (eventDefinition(answer.event_type) !== undefined) return;
    const meant = eventDefinitions.find(({ type }) => distance(type, answer.event_type) === 1);
    if (meant !== undefined) out.note(`Did you mean ${meant.type}? The event was recorded.`);
  },
});

async function readPayload(
  context: CommandContext,
  options: { payloadJson: string | undefined; payloadFile: string | undefined },
): Promise<JsonObject> {
  const { payloadJson, payloadFile } = options;
  if (payloadJson !== undefined && payloadFile !== undefined)
    throw invalidRequest('--payload-json and --payload-file are both given.', 'Use one of them.');
  if (payloadJson !== undefined) return parseObject(payloadJson, '--payload-json');
  if (payloadFile !== undefined)
    return parseObject(readNamedFile(context, payloadFile, MAX_INPUT_BYTES), payloadFile);
  const hint = 'Pass --payload-json, --payload-file or pipe a JSON object in.';
  return parseObject(await readStdin(context, MAX_INPUT_BYTES, hint), 'Standard input');
}
