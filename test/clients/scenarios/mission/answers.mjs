// The answer of a model's newest call, as JSON, because each client wraps the answer of a server differently.

/** The last answer of one of our tools or commands in a request to the model. Throws if there is none. */
export function lastAnswer(body) {
  const texts = stringsIn(body.messages ?? body.input ?? body.contents).toReversed();
  for (const text of texts) {
    const answer = jsonIn(text);
    if (answer !== null) return answer;
  }
  throw new Error('the model was told no answer');
}

/** The code of the last refusal to the model; one client puts it into a sentence of its own. */
export function lastRefusal(body) {
  const said = stringsIn(body.messages ?? body.input ?? body.contents).join('\n');
  return [...said.replaceAll('\\', '').matchAll(/"error":\{"code":"(\w+)"/g)].at(-1)?.[1] ?? null;
}

function stringsIn(value) {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn);
  return [];
}

/** The object in a text that contains nothing else except a line before and after it. */
function jsonIn(text) {
  const begin = text.indexOf('{');
  if (begin === -1) return null;
  try {
    const value = JSON.parse(text.slice(begin, text.lastIndexOf('}') + 1));
    const isOurs = 'mission_id' in value || 'error' in value;
    return isOurs ? value : null;
  } catch {
    return null;
  }
}
