/** MCP prompts: commands that a user types in a client, such as `/mcp__hookloom__checkout` in Claude Code. */
import { ProtocolError } from '@modelcontextprotocol/server';
import type { ToolAnswer } from './dispatch.ts';

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
}

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: PromptArgument[];
}

const about = (description: string): PromptArgument => ({
  name: 'about',
  description,
  required: false,
});

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'checkout',
    title: 'Ask the project memory',
    description: 'Adds what the memory knows about a question, with citations.',
    arguments: [{ name: 'question', description: 'What you want to know.', required: true }],
  },
  {
    name: 'decisions',
    title: 'List the current decisions',
    description: 'Adds the current decisions and rules of this project, with citations.',
    arguments: [about('A topic. Default: all of them.')],
  },
  {
    name: 'remember',
    title: 'Remember a fact',
    description: 'Lets the agent save a fact, rule or preference for later sessions.',
    arguments: [{ name: 'statement', description: 'What to remember.', required: true }],
  },
  {
    name: 'handoff',
    title: 'Write a handoff',
    description: 'Lets the agent write down where the work stands, for the next session.',
    arguments: [about('The part of the work. Default: this session.')],
  },
];

const MAX_CHARS = 4000;
const INVALID_PARAMS = -32602;

export interface PromptAnswer {
  description: string;
  messages: { role: 'user'; content: { type: 'text'; text: string } }[];
  [extra: string]: unknown;
}

/** Calls a tool for the client that asked for the prompt. */
type CallTool = (name: string, args: Record<string, unknown>) => Promise<ToolAnswer>;

/**
 * The text of a prompt. Throws a protocol error for an unknown name, for a missing, unknown or too long argument, and
 * for a memory that cannot be read.
 *
 * @example await getPrompt('decisions', { about: 'the database' }, call);
 */
export async function getPrompt(
  name: string,
  args: Record<string, string>,
  call: CallTool,
): Promise<PromptAnswer> {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (prompt === undefined)
    throw invalid(
      `There is no prompt ${JSON.stringify(name.slice(0, 100))}. There are: ${PROMPTS.map((each) => each.name).join(', ')}.`,
    );
  const text = await textOf(prompt, checked(prompt, args), call);
  const { description } = prompt;
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function checked({ name, arguments: known }: Prompt, args: Record<string, string>) {
  for (const given of Object.keys(args))
    if (!known.some((each) => each.name === given))
      throw invalid(`The prompt ${name} has no argument ${JSON.stringify(given.slice(0, 100))}.`);
  const values = known.map(({ name: argument, required }) => {
    const value = (args[argument] ?? '').trim();
    if (required && value === '')
      throw invalid(`The prompt ${name} needs the argument ${argument}.`);
    if (value.length > MAX_CHARS)
      throw invalid(`The argument ${argument} is too long: at most ${MAX_CHARS} characters.`);
    return value;
  });
  return values[0]!;
}

async function textOf({ name }: Prompt, value: string, call: CallTool): Promise<string> {
  switch (name) {
    case 'checkout':
      if (isOneWord(value)) return `${WHOLE_TEXT} Call memory_checkout with it. ${ANSWER_RULE}`;
      return answered(value, await recalled(value, call));
    case 'decisions': {
      if (isOneWord(value))
        return `${WHOLE_TEXT} Call memory_checkout and ask what was decided about it. ${ANSWER_RULE}`;
      const question = value === '' ? 'What was decided?' : `What was decided about ${value}?`;
      return answered(question, await recalled(question, call));
    }
    case 'remember': {
      const what = isOneWord(value) ? `${WHOLE_TEXT} Save it` : 'Save the text below';
      const told = `${what} with the tool memory_remember, in the same words, and tell me its citation.`;
      return isOneWord(value) ? told : `${told}\n\n${value}`;
    }
    default:
      return [
        `Write a handoff for the next session${value === '' ? '' : ` about ${value}`}: what was done, what was decided and why, what is open, and the next steps. Use at most 300 words.`,
        'Save it with the tool memory_append: event_type "handoff.created", payload {"summary": "…", "next_steps": ["…"]}. Then show it to me with its citation.',
      ].join('\n');
  }
}

/**
 * Claude Code splits the text after a command at spaces and passes only the first word to an argument. The model sees
 * the whole command, so after a single word it is asked to use the rest.
 */
function isOneWord(value: string): boolean {
  return value !== '' && !/\s/.test(value);
}

const WHOLE_TEXT = 'Take the whole text that I typed after the command.';
const ANSWER_RULE =
  'Answer from it only if its answerability allows it. Cite the rows that you use, and say what is missing.';

async function recalled(query: string, call: CallTool): Promise<string> {
  const { text, isError } = await call('memory_checkout', { query, format: 'prompt' });
  const answer = JSON.parse(text) as { prompt?: string; error?: { message: string } };
  if (isError || answer.prompt === undefined)
    throw invalid(answer.error?.message ?? 'The memory did not answer.');
  return answer.prompt;
}

function answered(question: string, memory: string): string {
  return `${question}\n\nThe project memory returned this:\n\n${memory}\n\n${ANSWER_RULE}`;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, message);
}
