/** Reading answers and writing payloads. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlayground, shellCall, tomlHook, type Playground } from '../try-hooks.ts';
import { CLIENTS } from '../../src/clients/index.ts';

let play: Playground;
beforeEach(() => {
  play = createPlayground();
});
afterEach(() => play.remove());

const DENY = '{"decision":"block","reason":"not here"}';
const guard = (script: string): void => {
  play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', script));
};

it.each([
  ['a greeting before it', `echo Welcome; echo '${DENY}'`],
  ['a line after it', `echo '${DENY}'; echo bye`],
  ['a byte order mark', `printf '\\357\\273\\277%s' '${DENY}'`],
  ['blanks and line feeds', `printf '\\n\\n  %s\\n\\n' '${DENY}'`],
])('honours a deny with %s', async (_what, script) => {
  guard(script);
  for (const client of ['claude-code', 'codex', 'gemini'] as const) {
    const { response, honoured } = await play.fire(client, shellCall(client, 'ls'));
    expect(response).toMatchObject({ decision: 'deny', reason: 'not here' });
    expect(honoured).toMatchObject({ decision: 'deny', reason: 'not here' });
  }
});

it('reports the noise around an answer', async () => {
  guard(`echo Welcome; echo '${DENY}'`);
  const { runs } = await play.fire('codex', shellCall('codex', 'ls'));
  expect(runs[0]!.interpreted.notes.join(' ')).toContain('Welcome');
});

it('uses plain text as context only if the language says so', async () => {
  play.write(
    '.claude/settings.json',
    JSON.stringify({
      hooks: Object.fromEntries(
        ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop'].map((event) => [
          event,
          [{ hooks: [{ type: 'command', command: 'echo remember the milk' }] }],
        ]),
      ),
    }),
  );
  const start = await play.fire('codex', { hook_event_name: 'SessionStart', source: 'startup' });
  expect(start.response).toEqual({ decision: 'none', context: 'remember the milk' });
  expect(start.honoured).toMatchObject({ context: 'remember the milk' });
  const prompt = await play.fire('gemini', { hook_event_name: 'BeforeAgent', prompt: 'hi' });
  expect(prompt.honoured).toMatchObject({ context: 'remember the milk' });
  const tool = await play.fire('codex', shellCall('codex', 'ls'));
  expect(tool.response).toEqual({ decision: 'none' });
  const stop = await play.fire('codex', { hook_event_name: 'Stop' });
  expect(stop.rendered).toEqual({ stdout: '', stderr: '', exit: 0, losses: [] });
});

it('reads JSON on standard error as the answer of Gemini hooks only, and writes none there', async () => {
  guard(`echo '${DENY}' >&2`);
  const ours = await play.fire('gemini', shellCall('gemini', 'ls'));
  expect(ours.response).toEqual({ decision: 'none' });
  expect(ours.rendered).toEqual({ stdout: '', stderr: '', exit: 0, losses: [] });
  play.write('.hookloom/hooks.toml', '');
  play.write(
    '.gemini/settings.json',
    JSON.stringify({
      hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: `echo '${DENY}' >&2` }] }] },
    }),
  );
  const theirs = await play.fire('codex', shellCall('codex', 'ls'));
  expect(theirs.response).toMatchObject({ decision: 'deny', reason: 'not here' });
});

it('runs a hook that never reads a payload larger than the pipe', async () => {
  guard(`exec 0<&-; echo '${DENY}'`);
  const { response } = await play.fire('codex', shellCall('codex', 'x'.repeat(400_000)));
  expect(response).toMatchObject({ decision: 'deny' });
});

it('runs a hook that writes 200 KB before it reads', async () => {
  guard(`head -c 200000 /dev/zero | tr '\\0' x >&2; cat > /dev/null; echo '${DENY}'`);
  const { response } = await play.fire('codex', shellCall('codex', 'x'.repeat(200_000)));
  expect(response).toMatchObject({ decision: 'deny' });
});

it('keeps characters split across writes and lone surrogates, and replaces invalid bytes', async () => {
  guard(`printf '{"decision":"block","reason":"gr\\303'; sleep 0.1; printf '\\274n \\377"}'`);
  const { response } = await play.fire('codex', shellCall('codex', 'ls'));
  expect(response).toMatchObject({ decision: 'deny', reason: 'gr\u00fcn \ufffd' });
  const raw = String.raw`{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"echo \ud83d"}}`;
  const event = CLIENTS.codex.parse(JSON.parse(raw), { nowMs: 0, raw });
  expect(event.raw).toBe(raw);
  // Internally it is replaced, so that no code fails on it.
  expect((event.tool!.input as { command: string }).command).toBe('echo \ufffd');
});

it('survives prototype keys, duplicate keys, huge numbers and NaN', async () => {
  guard('cat > seen.json; echo "{}"');
  const raw =
    '{"hook_event_name":"PreToolUse","session_id":"s1","tool_name":"Bash","tool_input":{"command":"a","command":"b","__proto__":{"decision":"deny"}},"timestamp":12345678901234567890}';
  const { response } = await play.fire('codex', JSON.parse(raw));
  expect(response).toEqual({ decision: 'none' });
  expect(JSON.parse(play.read('seen.json')!).tool_input.command).toBe('b');
  guard(`echo '{"decision":"block","reason":NaN}'`);
  const broken = await play.fire('codex', shellCall('codex', 'ls'));
  expect(broken.runs[0]!.interpreted.reason).toBe('unreadable');
  expect(({} as { decision?: string }).decision).toBeUndefined();
});

it('gives the payload to hooks that read a line and to hooks that read to the end', async () => {
  guard('IFS= read -r line; printf %s "$line" > line.json; cat > rest.txt');
  await play.fire('codex', shellCall('codex', 'ls'));
  expect(JSON.parse(play.read('line.json')!).tool_input).toEqual({ command: 'ls' });
  expect(play.read('rest.txt')!.trim()).toBe('');
});
