// A stand-in for the OpenAI Responses API, as Codex speaks it (reference: the vendor's public API).
import { newId, scriptReader, SUMMARY } from './script.mjs';
import { eventStream, sendJson, startServer } from './server.mjs';

export async function startOpenAi(script) {
  const next = scriptReader(script);
  return startServer(async ({ req, url, body, res, entry }) => {
    if (req.method !== 'POST' || !url.pathname.endsWith('/responses')) {
      const isList = url.pathname.endsWith('/models');
      return sendJson(
        res,
        isList ? 200 : 404,
        isList ? { object: 'list', data: [], models: [] } : {},
      );
    }
    const turn = await turnOf(body, entry, next, script);
    if (turn.error) {
      const { status = 400, message = 'refused by the stand-in' } = turn.error;
      return sendJson(res, status, {
        error: { message, type: 'invalid_request_error', code: null },
      });
    }
    return answer(body, res, turn);
  });
}

const textOf = (item) =>
  typeof item?.content === 'string'
    ? item.content
    : (item?.content ?? []).map(({ text }) => text ?? '').join('\n');

async function turnOf(body, entry, next, script) {
  const items = body?.input ?? [];
  if (/CONTEXT CHECKPOINT COMPACTION|handoff summary for another LLM/.test(textOf(items.at(-1)))) {
    entry.kind = 'compaction';
    return { text: script.summary ?? SUMMARY };
  }
  if (body?.tools && body.tools.length === 0) {
    entry.kind = 'side';
    return { text: '{"title":"a title"}' };
  }
  const users = items.filter((item) => item.type === 'message' && item.role === 'user');
  return next(entry, users.map(textOf).join('\n'));
}

/** A call is `{ name, input, namespace? }`, `{ custom, text }` for tools that take free text, or `{ search }` for tools. */
function itemOf(call) {
  const call_id = newId('call_');
  if (call.custom !== undefined)
    return {
      type: 'custom_tool_call',
      id: newId('ctc_'),
      call_id,
      status: 'completed',
      name: call.custom,
      input: call.text,
    };
  if (call.search !== undefined)
    return {
      type: 'tool_search_call',
      id: newId('tsc_'),
      call_id,
      status: 'completed',
      execution: 'client',
      arguments: { query: call.search },
    };
  return {
    type: 'function_call',
    id: newId('fc_'),
    call_id,
    status: 'completed',
    name: call.name,
    ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
    arguments: JSON.stringify(call.input),
  };
}

function messageOf(text) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: newId('msg_'), role: 'assistant', status: 'completed', content };
}

function answer(body, res, { text, calls = [], inputTokens = 100 }) {
  const items = [...(text === undefined ? [] : [messageOf(text)]), ...calls.map(itemOf)];
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + 20,
  };
  const response = {
    id: newId('resp_'),
    object: 'response',
    created_at: 0,
    model: body?.model ?? 'stand-in',
    status: 'completed',
    output: items,
    usage,
    error: null,
  };
  const stream = eventStream(res);
  let sequence = 0;
  const send = (type, fields) =>
    stream.named(type, { type, sequence_number: sequence++, ...fields });
  send('response.created', {
    response: { ...response, status: 'in_progress', output: [], usage: null },
  });
  items.forEach((item, output_index) => {
    const isText = item.type === 'message';
    const added = isText ? { ...item, status: 'in_progress', content: [] } : item;
    send('response.output_item.added', { output_index, item: added });
    if (isText) {
      const place = { output_index, item_id: item.id, content_index: 0 };
      send('response.output_text.delta', { ...place, delta: item.content[0].text });
    }
    send('response.output_item.done', { output_index, item });
  });
  send('response.completed', { response });
  return stream.end();
}
