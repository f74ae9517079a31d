// A stand-in for the Gemini API, as Gemini CLI speaks it (reference: the vendor's public API).
import { newId, scriptReader, SUMMARY } from './script.mjs';
import { eventStream, sendJson, startServer } from './server.mjs';

export async function startGemini(script) {
  const next = scriptReader(script);
  return startServer(async ({ url, body, res, entry }) => {
    const asked = /\/models\/([^:/]+):(\w+)$/.exec(url.pathname);
    if (asked === null) return sendJson(res, 404, { error: { code: 404, status: 'NOT_FOUND' } });
    const [, model, method] = asked;
    if (method === 'countTokens')
      return sendJson(res, 200, { totalTokens: Math.ceil(JSON.stringify(body).length / 4) });
    const turn = await turnOf(body, entry, next, script);
    if (turn.error) {
      const { status = 400, message = 'refused by the stand-in' } = turn.error;
      const error = { code: status, message, status: 'INVALID_ARGUMENT' };
      return sendJson(res, status, { error });
    }
    return answer(model, method, res, turn);
  });
}

const textOf = (content) =>
  (content?.parts ?? []).map((part) => part.text ?? JSON.stringify(part)).join('\n');

/** The answer to every question that the client asks for itself, such as which model should answer. */
const SIDE = {
  next_speaker: 'user',
  reasoning: 'stand-in',
  complexity_reasoning: 'stand-in',
  complexity_score: 10,
  model_choice: 'flash',
  unproductive_state_confidence: 0,
  unproductive_state_analysis: 'stand-in',
};

async function turnOf(body, entry, next, script) {
  const system = textOf(body.systemInstruction);
  if (/state_snapshot|summarizes internal chat history|responsible for distilling/i.test(system)) {
    entry.kind = 'compaction';
    const goal = script.summary ?? SUMMARY;
    return { text: `<state_snapshot>\n<overall_goal>${goal}</overall_goal>\n</state_snapshot>` };
  }
  const { responseMimeType, responseJsonSchema, responseSchema } = body.generationConfig ?? {};
  const wantsJson = responseMimeType === 'application/json' || responseJsonSchema || responseSchema;
  if (wantsJson || !body.tools?.length) {
    entry.kind = 'side';
    return { text: JSON.stringify(SIDE) };
  }
  const users = (body.contents ?? []).filter(({ role }) => role === 'user').map(textOf);
  return next(entry, users.join('\n'));
}

function answer(model, method, res, { text, calls = [], inputTokens = 100 }) {
  const parts = [
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ name, input }) => ({
      functionCall: { name, args: input },
      thoughtSignature: 'c3RhbmQtaW4=',
    })),
  ];
  const base = {
    modelVersion: model,
    responseId: newId(''),
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: 20,
      totalTokenCount: inputTokens + 20,
    },
  };
  const candidate = (some, isLast) => ({
    ...base,
    candidates: [
      {
        content: { role: 'model', parts: some },
        index: 0,
        ...(isLast && { finishReason: 'STOP' }),
      },
    ],
  });
  if (method === 'generateContent') return sendJson(res, 200, candidate(parts, true));
  const stream = eventStream(res, '\r\n\r\n');
  parts.forEach((part, index) => stream.plain(candidate([part], index === parts.length - 1)));
  return stream.end();
}
