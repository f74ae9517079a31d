/** The part of the worker's HTTP contract that the viewer uses. Every failure is an `ApiError` with what to do next. */
import { signal, useSignalEffect } from '@preact/signals';
import type { Answers, Parameters } from '@hookloom/worker';
import { useEffect, useRef, useState } from 'preact/hooks';
import { pulse } from './stream.ts';

export class ApiError extends Error {
  readonly status: number;
  readonly remediation: string;
  constructor(status: number, message: string, remediation: string) {
    super(message);
    this.status = status;
    this.remediation = remediation;
  }
}

type Written = {
  [Route in keyof Answers as Route extends `POST ${infer Path}` ? Path : never]: Answers[Route];
};
type Read = {
  [Route in keyof Answers as Route extends `GET ${infer Path}` ? Path : never]: Answers[Route];
};
/** What the worker answers to a request for a path, as its route defines it. */
export type Answer<Path extends keyof Read> = Read[Path];

export type Params = Record<string, string | number | undefined>;
/** The parameters that the route of a path accepts. */
type ParamsOf<Path extends string, Method extends 'GET' | 'POST'> = Partial<
  Record<Extract<Parameters[`${Method} ${Path}` & keyof Parameters], string>, Params[string]>
>;

/** A header that no form of another page can set identifies our writes. */
const OWN = { 'x-hookloom-page': '1', 'x-hookloom-viewer': '1' };

/** How many reads the page waits for. */
export const waiting = signal(0);

/** Removes characters that reverse the text after them, also that of the page. */
export const withoutDirections = (text: string): string =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

export const ask = askPath as <Path extends keyof Read>(
  path: Path,
  params?: ParamsOf<Path, 'GET'>,
) => Promise<Read[Path]>;

/** For a path of another route. */
export async function askPath<T>(
  path: string,
  params: Params = {},
  stop?: AbortSignal,
): Promise<T> {
  waiting.value++;
  try {
    const init = { headers: OWN, signal: stop ?? null };
    const text = await (await request(`${path}${queryOf(params)}`, init)).text();
    // The page hashes a sealed event, so its characters must stay.
    return JSON.parse(path === '/api/viewer/event' ? text : withoutDirections(text)) as T;
  } finally {
    waiting.value--;
  }
}

export async function askText(path: string, params: Params = {}): Promise<string> {
  return (await request(`${path}${queryOf(params)}`, { headers: OWN })).text();
}

export const send = sendPath as <Path extends keyof Written>(
  path: Path,
  body: unknown,
  params?: ParamsOf<Path, 'POST'>,
) => Promise<Written[Path]>;

/** For a path of another route. */
export async function sendPath<T>(
  path: string,
  body: unknown,
  params: Params = {},
  method: 'POST' | 'PATCH' | 'DELETE' = 'POST',
): Promise<T> {
  const response = await request(`${path}${queryOf(params)}`, {
    method,
    headers: { ...OWN, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json() as Promise<T>;
}

async function request(address: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'The worker does not answer.', 'Start it with `hookloom up`.');
  }
  if (response.ok) return response;
  const told = (await response.json().catch(() => null)) as {
    error?: { message?: string; remediation?: string } | string;
  } | null;
  const error = typeof told?.error === 'object' ? told.error : { message: told?.error };
  throw new ApiError(
    response.status,
    error.message ?? `The worker answered ${response.status}.`,
    ('remediation' in error ? error.remediation : undefined) ?? 'Try again.',
  );
}

function queryOf(params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

export interface Asked<T> {
  data: T | null;
  error: ApiError | null;
  loading: boolean;
  reload(): void;
}

export const useAsk = useAskPath as <Path extends keyof Read>(
  path: Path | null,
  params?: ParamsOf<Path, 'GET'>,
  options?: { live?: boolean },
) => Asked<Read[Path]>;

/**
 * For a path of another route. Requests again when path or parameters change, and with `live` whenever the log has
 * grown. Keeps the old answer meanwhile.
 */
export function useAskPath<T>(
  path: string | null,
  params: Params = {},
  { live = false }: { live?: boolean } = {},
): Asked<T> {
  const [state, setState] = useState<{ data: T | null; error: ApiError | null; loading: boolean }>({
    data: null,
    error: null,
    loading: path !== null,
  });
  const [turn, setTurn] = useState(0);
  const key = path === null ? null : `${path}${queryOf(params)}`;
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (path === null) {
      setState({ data: null, error: null, loading: false });
      return;
    }
    const stop = new AbortController();
    const isOther = last.current !== path;
    last.current = path;
    setState((old) => ({ data: isOther ? null : old.data, error: null, loading: true }));
    askPath<T>(path, params, stop.signal).then(
      (data) => setState({ data, error: null, loading: false }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const known = error instanceof ApiError ? error : new ApiError(0, String(error), '');
        setState((old) => ({ data: live ? old.data : null, error: known, loading: false }));
      },
    );
    return () => stop.abort();
  }, [key, turn]);
  const seen = useRef(pulse.peek());
  useSignalEffect(() => {
    const now = pulse.value;
    if (!live || now === seen.current) return;
    seen.current = now;
    setTurn((old) => old + 1);
  });
  return { ...state, reload: () => setTurn((old) => old + 1) };
}
