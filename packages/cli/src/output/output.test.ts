import { expect, test } from 'vitest';
import { createOutput, type Sink } from './output.ts';

interface Captured extends Sink {
  text: string;
}

function sink(isTTY = false): Captured {
  return {
    text: '',
    isTTY,
    columns: 200,
    write(chunk) {
      this.text += chunk;
      return true;
    },
    once: () => undefined,
  };
}

const ESC = String.fromCharCode(27);
const BEL = String.fromCharCode(7);

test('encodes all output', async () => {
  const stdout = sink();
  const stderr = sink();
  const out = await createOutput(stdout, stderr, {});
  const hostile = `${ESC}]52;c;aGk=${BEL}`;
  out.line('a ', hostile, { style: 'red', text: hostile });
  out.block(`${hostile}\nb\n\n`);
  out.json({ b: hostile, a: 1 });
  out.note(hostile);
  expect(stdout.text + stderr.text).not.toContain(ESC);
  expect(stdout.text).toBe(
    'a \\u{1b}]52;c;aGk=\\u{7}\\u{1b}]52;c;aGk=\\u{7}\n\\u{1b}]52;c;aGk=\\u{7}\nb\n{\n  "a": 1,\n  "b": "\\u001b]52;c;aGk=\\u0007"\n}\n',
  );
});

test('prints no colour and no progress without a terminal, and no colour with NO_COLOR', async () => {
  for (const [isTTY, env] of [
    [false, {}],
    [true, { NO_COLOR: '1' }],
  ] as const) {
    const stdout = sink(isTTY);
    const out = await createOutput(stdout, sink(), env);
    out.line({ style: 'green', text: 'ok' });
    out.progress('1 of 2');
    expect(stdout.text).toBe('ok\n');
  }
});

test('breaks a long line for a terminal only, and never a command', async () => {
  const text = [
    'LOST',
    '    shop: event 4 was seen in it, and it ended with `event 3` then',
  ] as const;
  const command = '  $ hookloom log acknowledge shop-default-of-the-office';
  for (const [isTTY, shown] of [
    [false, text.join('')],
    [true, 'LOST    shop: event 4 was seen in it,\n        and it ended with `event 3` then'],
  ] as const) {
    const stdout = { ...sink(isTTY), columns: 40 };
    const out = await createOutput(stdout, sink(), { NO_COLOR: '1' });
    out.line({ style: 'red', text: text[0] }, text[1]);
    out.line(command);
    expect(stdout.text).toBe(`${shown}\n${command}\n`);
  }
});

test('wraps lines at 120 columns at most, and at 80 by default', async () => {
  expect((await createOutput(sink(), sink(), {})).columns).toBe(120);
  const unknown = sink();
  delete unknown.columns;
  expect((await createOutput(unknown, sink(), {})).columns).toBe(80);
});

test('cuts a row to the terminal, and gives a program the whole row', async () => {
  const rows = [['1', 'x'.repeat(300)]];
  const [terminal, pipe] = [sink(true), sink()];
  await (await createOutput(terminal, sink(), {})).table(rows);
  delete pipe.columns;
  await (await createOutput(pipe, sink(), {})).table(rows);
  expect(terminal.text).toHaveLength(121);
  expect(pipe.text).toBe(`1  ${'x'.repeat(300)}\n`);
});
