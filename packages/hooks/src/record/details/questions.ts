/** The questions that an agent asked in a dialogue of its client, and the answers that a person gave there. */
import { attempt, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

interface Asked {
  question: string;
  names: string[];
  options: { label: string; description: string }[];
}

const MAX_QUESTIONS = 16;
const MAX_TEXT = 64_000;
/** The beginning of an answer that is one text. */
const PREFIX =
  /^\s*(?:User|The user) (?:selected|responded|answered|chose|replied)[^:\n]{0,40}:\s*/i;
const NOTE = 'user_note: ';

/** The payloads of the decisions. @param text The text of the response. */
export function answersIn(input: JsonValue, response: JsonValue, text: string): JsonObject[] {
  const asked = questionsIn(input);
  const told = text.length > MAX_TEXT ? '' : text;
  if (asked.length === 0) return writtenAnswers(told);
  const answers = objectIn(response, 'answers') ?? objectIn(parsed(told), 'answers');
  const notes = objectIn(response, 'annotations');
  return asked.flatMap((one, at) => {
    const named = [...one.names, String(at)].find((name) => answers !== null && name in answers);
    const given =
      named === undefined ? [inText(one, told, asked.length)] : texts(answers![named] ?? null);
    const choice = given.filter((each) => !each.startsWith(NOTE)).join(', ');
    const said = given.find((each) => each.startsWith(NOTE))?.slice(NOTE.length);
    const note = said ?? objectIn(notes, one.question)?.['notes'] ?? '';
    return choice === '' && note === '' ? [] : [answered(one, choice, note)];
  });
}

/** The question, the options and the description are the agent's words. */
function answered({ question, options }: Asked, chosen: string, rationale: JsonValue): JsonObject {
  const labels = chosen.split(', ');
  const about = options.filter(({ label }) => label === chosen || labels.includes(label));
  const choice =
    chosen !== '' ? withoutMark(chosen) : typeof rationale === 'string' ? rationale : '';
  return {
    decision: `${question} → ${choice}`,
    question,
    options: options.map(({ label }) => label),
    choice,
    description: about
      .map(({ description }) => description)
      .join(' ')
      .trim(),
    rationale: chosen === '' ? '' : rationale,
  };
}

/** "Recommended" is the agent's word and not part of the choice. */
function withoutMark(choice: string): string {
  return choice.replace(/\s*[(（](?:Recommended|推荐)[)）]/gi, '');
}

function questionsIn(input: JsonValue): Asked[] {
  if (!isJsonObject(input)) return [];
  const list = Array.isArray(input['questions']) ? input['questions'] : [input];
  return list.slice(0, MAX_QUESTIONS).flatMap((each) => {
    if (!isJsonObject(each) || typeof each['question'] !== 'string') return [];
    const { question, header, id } = each;
    const options = each['options'] ?? each['choices'];
    return {
      question,
      names: [question, id, header].filter((name) => typeof name === 'string'),
      options: (Array.isArray(options) ? options : []).slice(0, 16).flatMap(optionIn),
    };
  });
}

function optionIn(option: JsonValue): Asked['options'] {
  const { label, description } = isJsonObject(option) ? option : { label: option };
  if (typeof label !== 'string') return [];
  return [{ label, description: typeof description === 'string' ? description : '' }];
}

/** `"Question"="answer"`, `**Header**: answer`, and only the answer if there is one question. */
function inText({ question, names, options }: Asked, text: string, count: number): string {
  const from = text.indexOf(`"${question}"="`);
  if (from >= 0)
    return /^((?:[^"]|"(?![,. ]|$))*)"/.exec(text.slice(from + question.length + 4))?.[1] ?? '';
  for (const name of names) {
    const at = text.indexOf(`**${name}**: `);
    if (at >= 0) return text.slice(at + name.length + 6).split('\n')[0]!;
  }
  if (count !== 1) return '';
  const left = text.replace(PREFIX, '').trim();
  return left !== text.trim() || options.some(({ label }) => label === left) ? left : '';
}

const WRITTEN =
  /^(?:\[\w+\]\s*)?(.{4,600}?)\s*\n+\s*(?:Options|Choices):\s*\n([\s\S]*?)\n\s*\**Answer:?\**:?[ \t]*(.+)$/gm;

/** Questions, options and answers written as one text. */
function writtenAnswers(text: string): JsonObject[] {
  return [...text.matchAll(WRITTEN)].slice(0, MAX_QUESTIONS).map(([, question, list, answer]) => {
    const options = list!
      .split('\n')
      .map((line) => /^\s*[-*]\s+(.+?)(?:\s+[-–—:]\s+(.*))?$/.exec(plain(line)))
      .filter((match) => match !== null)
      .map(([, label, description]) => ({ label: label!, description: description ?? '' }));
    return answered(
      { question: plain(question!), names: [], options },
      plain(answer!).replace(PREVIEW, ''),
      '',
    );
  });
}

/** After the choice, a client shows the agent's preview of it. */
const PREVIEW = /"?\s+selected preview:.*$/i;

const plain = (text: string): string => text.replace(/\*\*/g, '').trim();

function objectIn(value: JsonValue, key: string): JsonObject | null {
  const found = isJsonObject(value) && Object.hasOwn(value, key) ? value[key]! : null;
  return isJsonObject(found) ? found : null;
}

function texts(value: JsonValue): string[] {
  if (isJsonObject(value)) return texts(value['answers'] ?? value['value'] ?? null);
  const list = Array.isArray(value) ? value : [value];
  return list.filter((each) => typeof each === 'string' && each !== '') as string[];
}

function parsed(text: string): JsonValue {
  return attempt(() => (text.trimStart().startsWith('{') ? (JSON.parse(text) as JsonValue) : null));
}
