/** The arithmetic of a composed answer: one result from the included rows, always the same for the same rows. */
import type { Computed, LedgerRow, Operation } from './ledger-row.ts';
import { factorOf } from './units.ts';

type Input = Pick<LedgerRow, 'value' | 'unit' | 'kind' | 'label' | 'time'>;

/** Rows with more decimals than this are not summed. */
const MAX_DECIMALS = 6;

/**
 * Null if the rows do not support the operation: too few, of mixed kinds or currencies, without numbers.
 *
 * @example compute('sum', [12 s, 0.5 min]) // { value: 42, unit: 's', answer: '42 s', answer_key: 'sum:s:42' }
 */
export function compute(operation: Operation, rows: readonly Input[]): Computed | null {
  switch (operation) {
    case 'count':
      return rows.length === 0 || !sameKind(rows) ? null : counted(rows);
    case 'list':
      return listed(rows);
    case 'sum':
      return rows.length < 2 ? null : aggregated('sum', rows, (values) => addUp(values));
    case 'average':
      return rows.length < 2
        ? null
        : aggregated('average', rows, (values) => round(addUp(values) / values.length));
    case 'difference':
      return differed(rows);
    case 'interval':
      return elapsed(rows);
  }
}

function counted(rows: readonly Input[]): Computed {
  return computed('count', rows[0]!.unit, rows.length, String(rows.length));
}

function listed(rows: readonly Input[]): Computed | null {
  const names = rows.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const value = [...new Set(names)];
  if (value.length === 0 || value.length !== rows.length) return null;
  return {
    operation: 'list',
    unit: null,
    value,
    answer: value.join('; '),
    answer_key: `list:${JSON.stringify(value)}`,
  };
}

function aggregated(
  operation: 'sum' | 'average',
  rows: readonly Input[],
  combine: (values: number[]) => number,
): Computed | null {
  // Percentages are shares of different things, so they cannot be added or averaged.
  if (rows.some(({ kind }) => kind === 'percent')) return null;
  const common = inOneUnit(rows);
  if (common === null) return null;
  const value = combine(common.values);
  return computed(operation, common.unit, value, withUnit(value, common.unit));
}

function differed(rows: readonly Input[]): Computed | null {
  const [before, after] = ['before', 'after'].map((part) =>
    rows.filter(({ label }) => label === part),
  );
  if (rows.length !== 2 || before?.length !== 1 || after?.length !== 1) return null;
  const common = inOneUnit([before[0]!, after[0]!]);
  if (common === null) return null;
  const [from, to] = common.values as [number, number];
  const value = addUp([to, -from]);
  const { unit } = common;
  const points = unit === '%' ? 'percentage points' : unit;
  const sign = value > 0 ? '+' : '';
  const answer = `${sign}${withUnit(value, points)} (${withUnit(from, unit)} → ${withUnit(to, unit)})`;
  return computed('difference', unit, value, answer);
}

function elapsed(rows: readonly Input[]): Computed | null {
  const start = rows.find(({ label }) => label === 'start');
  const end = rows.find(({ label }) => label === 'end');
  if (rows.length !== 2 || start === undefined || end === undefined) return null;
  const ms = Date.parse(end.time) - Date.parse(start.time);
  if (!Number.isFinite(ms) || ms < 0) return null;
  return computed('interval', 's', ms / 1000, spoken(ms));
}

function computed(
  operation: Operation,
  unit: string | null,
  value: number,
  answer: string,
): Computed {
  return { operation, unit, value, answer, answer_key: `${operation}:${unit ?? ''}:${value}` };
}

/** All values in the smallest unit among them; null if the rows measure different things. */
function inOneUnit(rows: readonly Input[]): { values: number[]; unit: string } | null {
  if (!sameKind(rows)) return null;
  const units = [...new Set(rows.map(({ unit }) => unit))];
  const [first] = units;
  if (first === undefined || units.includes(null)) return null;
  const convertible = rows[0]!.kind === 'duration' || rows[0]!.kind === 'size';
  if (units.length > 1 && !convertible) return null;
  const smallest = (units as string[]).reduce((a, b) => (factorOf(b) < factorOf(a) ? b : a));
  const values: number[] = [];
  for (const { value, unit } of rows) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return null;
    values.push(tidy((value * factorOf(unit!)) / factorOf(smallest)));
  }
  return { values, unit: smallest };
}

function sameKind(rows: readonly Input[]): boolean {
  return new Set(rows.map(({ kind }) => kind)).size === 1;
}

/** Decimal addition without binary rounding errors. */
function addUp(values: readonly number[]): number {
  const scale = 10 ** Math.max(0, ...values.map(decimals));
  const sum = values.reduce((total, value) => total + Math.round(value * scale), 0);
  return sum / scale;
}

function decimals(value: number): number {
  const [, fraction = ''] = String(tidy(value)).split('.');
  return Math.min(MAX_DECIMALS, fraction.length);
}

/** Averages are rounded to three decimals. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function tidy(value: number): number {
  return Math.round(value * 10 ** MAX_DECIMALS) / 10 ** MAX_DECIMALS;
}

function withUnit(value: number, unit: string): string {
  if (unit === 'ms' && Math.abs(value) >= 1000) return `${round(value / 1000)} s`;
  if (unit === '%') return `${value}%`;
  if (/^[A-Z]{3}$/.test(unit))
    return `${Number.isInteger(value) ? value : value.toFixed(Math.max(2, decimals(value)))} ${unit}`;
  return factorOf(unit) === 1 && /^[a-z]{3,}$/.test(unit) && Math.abs(value) !== 1
    ? `${value} ${plural(unit)}`
    : `${value} ${unit}`;
}

function plural(noun: string): string {
  if (noun.endsWith('s')) return noun;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** The two largest parts that are not zero: `2 d 3 h`, `4 min 10 s`. */
function spoken(ms: number): string {
  const parts: string[] = [];
  let left = Math.round(ms / 1000) * 1000;
  for (const unit of ['d', 'h', 'min', 's'] as const) {
    const whole = Math.floor(left / factorOf(unit));
    left -= whole * factorOf(unit);
    if (whole > 0) parts.push(`${whole} ${unit}`);
  }
  return parts.length === 0 ? '0 s' : parts.slice(0, 2).join(' ');
}
