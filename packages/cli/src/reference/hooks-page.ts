/** docs/reference/hook-events.md and hook-answers.md, generated from the clients' and languages' own tables. */
import {
  CLIENT_NAMES,
  HOOK_EVENT_TYPES,
  RESPONSE_FIELDS,
  type ClientName,
  type EventCapability,
  type FieldCapability,
  type HookEventType,
  type ResponseField,
} from '@hookloom/core/hook';
import { sampleNativeEvent } from '@hookloom/hooks';
import { CLIENTS, DIALECTS, fieldLosses, NO_SUCH_ANSWER } from '@hookloom/hooks/clients';
import { code, page, table } from './markdown.ts';

const clients = CLIENT_NAMES.map((name) => CLIENTS[name]);
const languages = Object.values(DIALECTS).map((language) => language());

/** Every event type with its name in each client and each language of hook files. */
export function hookEventsPage(): string {
  const types = Object.entries(HOOK_EVENT_TYPES).filter(([, type]) => type !== 'unknown');
  return page(
    'Hook events',
    'Every client event has one client-neutral type; a hook written for one language runs for this type under every client. A name in brackets is an event that also has this type, or that can turn out to have it, such as a failed call under Codex and Gemini CLI. **Bold** names are always registered, because the recorder needs them. The others are registered if a hook file uses them, by `init`, `hooks trust`, `hooks register` and the start of a session. `hooks explain` and `hooks doctor` show what is registered on your machine. A client without a name in a row cannot fire the hooks of that type. Events that are not named here are recorded and never blocked.',
    '## Under clients',
    table(
      ['type', ...clients.map(({ capabilities }) => capabilities.title)],
      types.map(([name, type]) => [
        code(name),
        ...clients.map(({ name: client, capabilities }) =>
          nativeNames(client, capabilities.events, type),
        ),
      ]),
    ),
    '## In hook files',
    'You can write names in snake_case, PascalCase or kebab-case. `*`: hooks of this event can block.',
    table(
      ['type', ...languages.map(({ name }) => name)],
      types
        .map(([name, type]) => [
          code(name),
          ...languages.map(({ events }) =>
            events
              .filter((event) => event.type === type)
              .map((event) => `${code(event.name)}${event.blockable ? '*' : ''}`)
              .join(' '),
          ),
        ])
        .filter(([, ...cells]) => cells.some((cell) => cell !== '')),
    ),
  );
}

function nativeNames(
  client: ClientName,
  events: Record<string, EventCapability>,
  type: HookEventType,
): string {
  const shown = (native: string): string =>
    CLIENTS[client].install?.events.includes(native) ? `**${code(native)}**` : code(native);
  return Object.entries(events)
    .flatMap(([native, event]) =>
      event.type === type
        ? [shown(native)]
        : event.also?.includes(type) === true || event.becomes?.includes(type) === true
          ? [`(${shown(native)})`]
          : [],
    )
    .join(' ');
}

const MARKS = { kept: '✓', changed: '~', lost: '✗', rejected: 'E' } as const;

/** The fields of an answer that each client uses for each event, as the renderers report them. */
export function hookAnswersPage(): string {
  return page(
    'What clients understand',
    'Hookloom translates the answer of a hook into the format of the client. ✓ supported · ~ supported with another meaning · ✗ not supported · E never sent, because the client would reject the whole answer. The tables show a shell command. Other tools may differ: run `hooks explain EVENT --tool NAME`. `hooks run` prints the losses, and the log records them (`hook.run.completed`), from the same list. No answer means no opinion, never an approval.',
    'The tables leave out two fields. `metadata` of an answer is for Hookloom and is never sent to a client. No client shows the `status_message` of a hook while Hookloom runs the hook; each run reports it as lost.',
    ...clients.flatMap((client) => {
      const { title, events, contextChars, stopCap, sessionEndMs } = client.capabilities;
      const notes = new Map<string, number>();
      const cell = ({ survival, note }: FieldCapability): string => {
        const mark = MARKS[survival];
        if (note === undefined || note === NO_SUCH_ANSWER) return mark;
        if (!notes.has(note)) notes.set(note, notes.size + 1);
        return `${mark} ${notes.get(note)}`;
      };
      const all = Object.keys(events).map(
        (native) => [native, fieldLosses(client, sampleNativeEvent(client, native))] as const,
      );
      const says = (field: ResponseField, answers: Answers): boolean =>
        answers[field].survival !== 'lost' || answers[field].note !== NO_SUCH_ANSWER;
      const isAnswered = ([, answers]: (typeof all)[number]): boolean =>
        Object.values(answers).some(
          ({ survival }) => survival === 'kept' || survival === 'changed',
        );
      const answering = all.filter(isAnswered);
      const fields = RESPONSE_FIELDS.filter((field) =>
        answering.some(([, answers]) => says(field, answers)),
      );
      const silent = all.filter((one) => !isAnswered(one)).map(([native]) => native);
      const never = RESPONSE_FIELDS.filter((field) => !fields.includes(field));
      const rows = answering.map(([native, answers]) => [
        code(native),
        ...fields.map((field) => cell(answers[field])),
      ]);
      return [
        `## ${title}`,
        `Context up to ${contextChars} characters is sent in full. A stop can be refused at most ${stopCap} times in a row. At the end of a session the client waits ${sessionEndMs} ms; hooks continue in a separate process.`,
        table(['event', ...fields.map((field) => field.replaceAll('_', ' '))], rows),
        [...notes].map(([note, at]) => `${at}. ${note}`).join('\n'),
        never.length === 0 ? '' : `Lost at every event: ${never.map(code).join(', ')}.`,
        silent.length === 0 ? '' : `Observed only: ${silent.map(code).join(', ')}.`,
      ];
    }),
  );
}

type Answers = ReturnType<typeof fieldLosses>;
