/** docs/reference/hook-events.md and hook-answers.md: made from the clients' and languages' own tables. */
import {
  CLIENT_NAMES,
  HOOK_EVENT_TYPES,
  type HookEventType,
} from '@hookloom/core/hook/event-types';
import type { EventCapability, FieldCapability } from '@hookloom/core/hook/capability';
import { RESPONSE_FIELDS } from '@hookloom/core/hook/hook-response';
import { CLIENTS } from '@hookloom/hooks/clients/index';
import { DIALECTS } from '@hookloom/hooks/dialects/index';
import { code, page, table } from './markdown.ts';

const clients = CLIENT_NAMES.map((name) => CLIENTS[name]);
const languages = Object.values(DIALECTS);

/** Every event type with the name each client and each language of hook files has for it. */
export function hookEventsPage(): string {
  const types = Object.entries(HOOK_EVENT_TYPES).filter(([, type]) => type !== 'unknown');
  return page(
    'Hook events',
    'An event of a client is told in words that name no client; a hook written for one language runs for it under every client. A name in brackets is an event that stands for the type beside its own. Events that are not named here are recorded and never blocked.',
    '## Under clients',
    table(
      ['type', ...clients.map(({ capabilities }) => capabilities.title)],
      types.map(([name, type]) => [
        code(name),
        ...clients.map(({ capabilities }) => nativeNames(capabilities.events, type)),
      ]),
    ),
    '## In hook files',
    'Names are taken in snake_case, PascalCase and kebab-case. `*`: its hooks may block.',
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

function nativeNames(events: Record<string, EventCapability>, type: HookEventType): string {
  return Object.entries(events)
    .flatMap(([native, event]) =>
      event.type === type
        ? [code(native)]
        : event.also?.includes(type) === true
          ? [`(${code(native)})`]
          : [],
    )
    .join(' ');
}

const MARKS = { kept: '✓', changed: '~', lost: '✗', rejected: 'E' } as const;

/** What of an answer arrives, for every client and event. */
export function hookAnswersPage(): string {
  return page(
    'What clients understand',
    'What a hook answers is put into the words of the client that asked. ✓ arrives · ~ arrives with another meaning · ✗ cannot be said · E would make the client throw the whole answer away, so it is never said. What is lost is told in `hooks explain`, in `hooks run` and in the log (`hook.run.completed`). Silence is no opinion: it is never an approval.',
    ...clients.flatMap(({ capabilities }) => {
      const { title, events, contextChars, stopCap, sessionEndMs } = capabilities;
      const notes = new Map<string, number>();
      const cell = (capability: FieldCapability | undefined): string => {
        const mark = MARKS[capability?.survival ?? 'lost'];
        if (capability?.note === undefined || capability.survival === 'lost') return mark;
        if (!notes.has(capability.note)) notes.set(capability.note, notes.size + 1);
        return `${mark} ${notes.get(capability.note)}`;
      };
      const answering = Object.entries(events).filter(([, event]) =>
        Object.values(event.answers).some((answer) => answer.survival !== 'lost'),
      );
      const fields = RESPONSE_FIELDS.filter((field) =>
        answering.some(([, event]) => (event.answers[field]?.survival ?? 'lost') !== 'lost'),
      );
      const silent = Object.keys(events).filter(
        (name) => !answering.some(([native]) => native === name),
      );
      const rows = answering.map(([native, event]) => [
        code(native),
        ...fields.map((field) => cell(event.answers[field])),
      ]);
      return [
        `## ${title}`,
        `Context up to ${contextChars} characters arrives whole. A stop is refused at most ${stopCap} times in a row. At the end of a session the client waits ${sessionEndMs} ms; hooks run on in a process of their own.`,
        table(['event', ...fields.map((field) => field.replaceAll('_', ' '))], rows),
        [...notes].map(([note, at]) => `${at}. ${note}`).join('\n'),
        silent.length === 0 ? '' : `Observed only: ${silent.map(code).join(', ')}.`,
      ];
    }),
  );
}
