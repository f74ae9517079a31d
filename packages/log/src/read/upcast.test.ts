import { expect, test } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { parseLine } from '../envelope/parse.ts';
import { buildLog } from './sealed-lines.fixture.ts';
import { upcast } from './upcast.ts';

const event = (payload: JsonObject) => {
  const parsed = parseLine(Buffer.from(buildLog().add({ payload }).lines[0]!.line), 1);
  if (!parsed.ok) throw new Error(parsed.detail);
  return parsed.event;
};

const definition = {
  version: 3,
  upcasters: {
    1: ({ title, ...rest }: JsonObject) => ({ ...rest, name: title! }),
    2: (payload: JsonObject) => ({ ...payload, tags: [] }),
  },
};
const find = () => definition;

test('a payload without a version is lifted from the first to today, its seal untouched', () => {
  const old = event({ title: 'Ship it', kept: true });
  expect(upcast(old, find)).toEqual({
    ...old,
    payload: { name: 'Ship it', kept: true, tags: [], schema_version: 3 },
  });
  expect(old.payload).toEqual({ title: 'Ship it', kept: true });
});

test('a payload is lifted from the version it names', () => {
  expect(upcast(event({ name: 'x', schema_version: 2 }), find).payload).toEqual({
    name: 'x',
    tags: [],
    schema_version: 3,
  });
});

test('returns events unchanged that are current, newer, unknown or without an upgrade', () => {
  const current = event({ name: 'x', schema_version: 3 });
  const newer = event({ schema_version: 9 });
  const old = event({ title: 'x' });
  expect(upcast(current, find)).toBe(current);
  expect(upcast(newer, find)).toBe(newer);
  expect(upcast(old, () => undefined)).toBe(old);
  expect(upcast(old, () => ({ version: 2 }))).toBe(old);
  expect(upcast(old, () => ({ version: 3, upcasters: { 1: definition.upcasters[1] } }))).toBe(old);
  expect(upcast(old)).toBe(old);
});
