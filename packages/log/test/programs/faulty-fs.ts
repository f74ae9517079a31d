/**
 * A file system that fails at the k-th call that changes something, for programs under test. Import it first.
 * `FAULT_AT`: which call, from 1. `FAULT`: `kill` (the process dies there; a write is torn in half first), `kill-late`
 * (a write is torn before its last byte), or an error code: from that call on every call that needs disk space returns
 * it, the first write after writing half, as a full disk does. `<code>-once`: there is space again after the first
 * error; `<code>-once-late`: and only the last byte of the torn write is missing.
 */
import fs from 'node:fs';

const at = Number(process.env['FAULT_AT'] ?? 0);
const fault = process.env['FAULT'] ?? 'kill';
/** Only calls in this directory count. */
const mark = process.env['FAULT_DIR'] ?? '';
const changing = [
  'openSync',
  'writeSync',
  'linkSync',
  'unlinkSync',
  'renameSync',
  'mkdirSync',
  'rmSync',
] as const;
/** Calls that need disk space; freeing space always works. */
const needsRoom = new Set<string>(['openSync', 'writeSync', 'linkSync', 'mkdirSync']);
const [code, once, late] = fault.split('-');
let calls = 0;
let given = false;

type AnyFunction = (...args: never[]) => unknown;
const table = fs as unknown as Record<string, AnyFunction>;
for (const name of changing) {
  const real = table[name]!;
  table[name] = (...args: never[]) => {
    if (at === 0 || !isChange(name, args)) return real(...args);
    calls++;
    if (calls < at) return real(...args);
    if (fault.startsWith('kill')) return die(name, real, args);
    if (given && once !== undefined) return real(...args);
    if (calls === at && name === 'writeSync') return tear(real, args, late === undefined ? 0.5 : 1);
    if (!needsRoom.has(name)) return real(...args);
    given = true;
    throw Object.assign(new Error(code), { code });
  };
}

function isChange(name: string, args: unknown[]): boolean {
  if (name === 'writeSync') return typeof args[0] === 'number' && args[0] > 2;
  if (typeof args[0] !== 'string' || !args[0].startsWith(mark)) return false;
  if (name !== 'openSync') return true;
  const flags = args[1];
  return typeof flags === 'number'
    ? (flags & fs.constants.O_CREAT) !== 0 && !fs.existsSync(args[0])
    : flags !== 'r';
}

function tear(real: AnyFunction, args: unknown[], part: number): unknown {
  const [fd, bytes, offset = 0, length, position = null] = args as [
    number,
    Uint8Array,
    number?,
    number?,
    number?,
  ];
  const whole = length ?? bytes.length - offset;
  const count = part < 1 ? Math.floor(whole * part) : whole - part;
  return (real as typeof fs.writeSync)(fd, bytes, offset, count, position);
}

function die(name: string, real: AnyFunction, args: unknown[]): never {
  if (name === 'writeSync') tear(real, args, fault === 'kill-late' ? 1 : 0.5);
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

/** How many changing calls were made. */
export function changes(): number {
  return calls;
}
