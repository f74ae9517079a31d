// What a client sent the model about the last call: the newest entries of a request, in the format of each client's
// API.
import { allText } from '../../models/script.mjs';

const LAST_RESULT = {
  codex: ({ input }) => input.slice(input.findLastIndex(({ type }) => type.endsWith('_call')) + 1),
  gemini: ({ contents }) => contents.at(-1),
};

/** Clients that speak the Anthropic API store their messages in one place. */
const ofAnthropic = ({ messages }) => messages.at(-1);

/** @param entry A request to the stand-in model, as in `session.asked`. */
export const lastResult = (client, entry) =>
  allText((LAST_RESULT[client.name] ?? ofAnthropic)(entry.body));
