// A stand-in for the Anthropic Messages API, as Claude Code speaks it (reference: the vendor's public API).
import { newId, scriptReader, SUMMARY } from './script.mjs';
import { eventStream, sendJson, startServer } from './server.mjs';

export async function startAnthropic(script) {
  const next = scriptReader(script);
  return startServer(async ({ req, url, body, res, entry }) => {
    if (req.method === 'POST' && url.pathname === '/v1/messages') {
      const turn = await turnOf(body, entry, next, script);
      if (turn.error) {
        const { status = 400, message = 'refused by the stand-in' } = turn.error;
        return sendJson(res, status, {
          type: 'error',
          error: { type: 'invalid_request_error', message },
        });
      }
      return answer(body, res, turn);
    }
    if (url.pathname === '/v1/messages/count_tokens')
      return sendJson(res, 200, { input_tokens: Math.ceil(JSON.stringify(body).length / 4) });
    if (req.method === 'HEAD' || url.pathname === '/') {
      res.writeHead(200);
      return res.end();
    }
    return sendJson(res, 404, { type: 'error', error: { type: 'not_found_error', message: '' } });
  });
}

const textOf = (content) =>
  typeof content === 'string'
    ? content
    : (content ?? [])
        .map((block) => block.text ?? (block.type === 'tool_result' ? textOf(block.content) : ''))
        .join('\n');

async function turnOf(body, entry, next, script) {
  const said = (body.messages ?? []).filter(({ role }) => role === 'user');
  const last = textOf(said.at(-1)?.content);
  if (/detailed summary of (the|this) (conversation|portion)|Respond with TEXT ONLY/.test(last)) {
    entry.kind = 'compaction';
    return { text: `<summary>\n${script.summary ?? SUMMARY}\n</summary>` };
  }
  if (!body.tools?.length) {
    entry.kind = 'side';
    return { text: '{"title":"a title","isNewTopic":false}' };
  }
  return next(entry, textOf(said[0]?.content));
}

function answer(body, res, { text, calls = [], inputTokens = 100 }) {
  const blocks = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ name, input }) => ({ type: 'tool_use', id: newId('toolu_'), name, input })),
  ];
  const usage = {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 20,
  };
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  const message = { id: newId('msg_'), type: 'message', role: 'assistant', model: body.model };
  if (!body.stream)
    return sendJson(res, 200, {
      ...message,
      content: blocks,
      stop_reason,
      stop_sequence: null,
      usage,
    });
  const stream = eventStream(res);
  const send = (type, fields) => stream.named(type, { type, ...fields });
  send('message_start', {
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
  });
  blocks.forEach((block, index) => {
    const isText = block.type === 'text';
    send('content_block_start', {
      index,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    });
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  });
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
  send('message_stop', {});
  return stream.end();
}
