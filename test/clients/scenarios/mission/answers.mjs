// What a model was told by its newest call, as JSON: each client wraps the answer of a server in its own way.

/** The last answer of one of our tools or commands in a request to the model. Throws if there is none. */
export function lastAnswer(body) {
  const texts = stringsIn(body.messages ?? body.input ?? body.contents).toReversed();
  for (const text of texts) {
    const answer = jsonIn(text);
    if (answer !== null) return answer;
  }
  throw new Error('the model was told no answer');
}

/** The code of the last refusal that the model was told; one client puts it into a sentence of its own. */
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

/** The object in a text that holds nothing else, but for a line before and after it. */
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
