/** One definition of a route: its validation, its line of the reference page, and the types that the viewer uses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { parseRequest } from '../operations/context.ts';
import type { RouteAccess } from './access.ts';
import { readJsonBody } from './body.ts';
import { acceptedWords, textsOf, type QueryShape } from './parameters.ts';

export interface Reply {
  status: number;
  /** If absent, the body is empty. */
  json?: unknown;
  /** A text body: JSON, unless `type` says otherwise. */
  text?: string;
  /** A binary body, such as a file of the viewer. */
  bytes?: Uint8Array;
  /** The content type of `text` or `bytes`. Default: `application/json; charset=utf-8`. */
  type?: string;
  headers?: Record<string, string>;
  /** Takes over the response after status and headers: a stream. */
  stream?(response: ServerResponse): void;
}

/** One admitted request. */
export interface Admitted {
  request: IncomingMessage;
  /** The values of the `:names` in the path, decoded. */
  params: Record<string, string>;
  by: 'token' | 'viewer' | 'same_user' | 'nobody';
}

/** An admitted request whose query and body are valid. */
export interface Call<Query = object, Body = undefined> extends Admitted {
  query: Query;
  body: Body;
}

/** Method and path, such as `GET /api/observation/:id`. A segment is either a name or a word. */
export type Place = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

export interface Route<At extends Place = Place, Answer = unknown, Parameter = unknown> {
  route: At;
  access: RouteAccess;
  /** Its purpose, for the reference page. */
  does: string;
  /** Query parameters and fields of the body, for the reference page. */
  takes: string;
  reply(admitted: Admitted, query: URLSearchParams): Promise<Reply>;
  /** Have no value: the JSON of an answer 200 and the names of the parameters, for the types of callers. */
  answer?: Answer;
  parameter?: Parameter;
}

/** @template Query Its parameters. A list of texts is sent for each, in any of its spellings. */
interface Definition<At extends Place, Query extends QueryShape, Body extends z.ZodType> {
  route: At;
  /** Default: `compatible`. */
  access?: RouteAccess;
  does: string;
  query?: Query;
  /** Its JSON body. If absent, the body is not read. */
  body?: Body;
  /** What it accepts besides. */
  takes?: string;
}

type CallOf<Query extends QueryShape, Body extends z.ZodType> = Call<
  z.output<z.ZodObject<Query>>,
  z.output<Body>
>;

const NONE = {};

/**
 * A route that answers with JSON, or with any `Reply`. A wrong parameter or field is an `invalid_request` that names it.
 *
 * @example
 * defineRoute({
 *   route: 'GET /api/ledger',
 *   does: 'Lists model calls by project, day and provider.',
 *   query: { day: text() },
 *   json: async ({ query: { day } }) => ({ projects: await ledgers(day) }),
 * });
 */
export function defineRoute<
  const At extends Place,
  Answer,
  Query extends QueryShape = typeof NONE,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Definition<At, Query, Body> &
    (
      | { json(call: CallOf<Query, Body>): Promise<Answer>; reply?: undefined }
      | { reply(call: CallOf<Query, Body>): Promise<Reply>; json?: undefined }
    ),
): Route<At, Answer, keyof Query> {
  const { route, access = 'compatible', does, query = NONE as Query, body, takes } = definition;
  const shape = z.object(query);
  return {
    route,
    access,
    does,
    takes: [acceptedWords(query), bodyWords(body), takes].filter(Boolean).join(', '),
    async reply(admitted, sent) {
      const call = {
        ...admitted,
        query: parseRequest(shape, textsOf(query, sent)),
        body: body && parseRequest(body, (await readJsonBody(admitted.request)).value),
      } as CallOf<Query, Body>;
      if (definition.reply !== undefined) return definition.reply(call);
      return { status: 200, json: await definition.json(call) };
    },
  };
}

function bodyWords(body: z.ZodType | undefined): string {
  return body instanceof z.ZodObject ? acceptedWords(body.shape) : '';
}
