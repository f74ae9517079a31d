/** Environment and trust. */
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { configFiles } from '../../src/engine/sources.ts';
import { loadConfig } from '../../src/engine/load.ts';
import { acceptReviews } from '../../src/engine/review/accept.ts';
import { openReviews } from '../../src/engine/review/reviews.ts';
import { runCompleted } from '../../src/engine/telemetry.ts';
import { hookEvent } from '../engine-parts.ts';
import { createPlayground, shellCall, tomlHook, type Playground } from '../try-hooks.ts';

let play: Playground;
beforeEach(() => {
  play = createPlayground();
});
afterEach(() => play.remove());

const START = { hook_event_name: 'SessionStart', source: 'startup' };

it('reads the variables of all hooks in declared order and refuses dangerous ones', async () => {
  const file = `${play.project}/claude-env.sh`;
  fs.writeFileSync(file, '');
  play.write(
    '.hookloom/hooks.toml',
    [
      `printf 'A=one\\nGREETING="hello world"\\nPATH=/evil\\n' > "$CLAUDE_ENV_FILE"`,
      `printf "export A='two'\\n" > "$CLAUDE_ENV_FILE"; sleep 0.05`,
    ]
      .map((script) => tomlHook('session_start', script))
      .join('\n'),
  );
  const env = { PATH: process.env['PATH'], HOME: play.home, CLAUDE_ENV_FILE: file };
  const { runs } = await play.fire('claude-code', START, { env });
  const written = fs.readFileSync(file, 'utf8');
  expect(written).toContain("export A='two'");
  expect(written).toContain("export GREETING='hello world'");
  expect(written).not.toContain('evil');
  expect(runs[0]!.interpreted.notes.join(' ')).toContain('PATH');
});

it('never runs a value that looks like a command', async () => {
  play.write(
    '.hookloom/hooks.toml',
    tomlHook(
      'session_start',
      `printf 'X=$(touch pwned)\\nY=\`touch pwned\`\\n' > "$CLAUDE_ENV_FILE"`,
    ),
  );
  const file = `${play.project}/claude-env.sh`;
  fs.writeFileSync(file, '');
  const env = { PATH: process.env['PATH'], HOME: play.home, CLAUDE_ENV_FILE: file };
  await play.fire('claude-code', START, { env });
  const { execFileSync } = await import('node:child_process');
  execFileSync('sh', ['-c', `. ${file}`], { cwd: play.project });
  expect(play.read('pwned')).toBeNull();
});

it('puts variables before shell commands only if the user asked for it, and shows it', async () => {
  play.write(
    '.hookloom/hooks.toml',
    tomlHook('session_start', `echo 'A=b c' > "$CLAUDE_ENV_FILE"`),
  );
  const started = await play.fire('gemini', { hook_event_name: 'SessionStart', source: 'startup' });
  expect(started.rendered.losses.map(({ field }) => field)).toEqual(['env']);
  const before = await play.fire('gemini', shellCall('gemini', 'make'));
  expect(before.response).toEqual({ decision: 'none' });
  play.write('~/.hookloom/hooks.toml', '[engine]\nrewrite_env = true\n');
  const after = await play.fire('gemini', shellCall('gemini', 'make'));
  expect(after.response.modify_args).toEqual({ command: "export A='b c'; make" });
});

it('asks for a new review when the definition or the script of a hook changes', () => {
  play.write('check.sh', '#!/bin/sh\ntrue\n');
  play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', './check.sh'));
  const { project: projectDir, home, state: stateDir } = play;
  const place = { projectDir, home, stateDir, env: { PATH: process.env['PATH'] } };
  const load = () => loadConfig(configFiles({ projectDir, home, env: {}, managed: null }));
  const trust = (): string => {
    const config = load();
    return openReviews(config, place).trust(config.handlers[0]!);
  };
  expect(trust()).toBe('untrusted');
  acceptReviews(load(), place, { at: '2026-11-21T00:00:00.000Z', from: 'test' });
  expect(trust()).toBe('trusted');
  play.write('check.sh', '#!/bin/sh\nfalse\n');
  expect(trust()).toBe('modified');
  play.write('check.sh', '#!/bin/sh\ntrue\n');
  expect(trust()).toBe('trusted');
  play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', './check.sh --force'));
  expect(trust()).toBe('modified');
});

it('withholds hooks of the project until they are reviewed, but not those of the home folder', async () => {
  play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', 'echo project >> ran.txt'));
  play.write('~/.hookloom/hooks.toml', tomlHook('pre_tool_use', 'echo home >> ran.txt'));
  const { planned } = await play.fire('codex', shellCall('codex', 'ls'), { trustProject: false });
  expect(planned.map(({ verdict }) => verdict)).toEqual(['fires', 'untrusted']);
  expect(play.read('ran.txt')).toBe('home\n');
});

it('reports at the start of a session how many hooks wait for a review', async () => {
  play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', 'true'));
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  const { response, honoured } = await play.fire('claude-code', start, { trustProject: false });
  const message =
    '1 hook of this project does not run until reviewed (.hookloom/hooks.toml). Review in a terminal: hookloom hooks trust';
  expect(response).toEqual({ decision: 'none', system_message: message });
  expect(honoured).toEqual({ decision: 'none', system_message: message });
  const trusted = await play.fire('claude-code', start);
  expect(trusted.response).toEqual({ decision: 'none' });
});

it('cuts context that is too long for the client and reports the cut', () => {
  for (const [client, native] of [
    ['claude-code', 'SessionStart'],
    ['codex', 'SessionStart'],
  ] as const) {
    const { contextChars } = CLIENTS[client].capabilities;
    const event = { ...hookEvent('session_start'), source: client, native_event: native };
    const rendered = CLIENTS[client].render(
      { decision: 'none', context: 'x'.repeat(contextChars * 3) },
      event,
    );
    expect(CLIENTS[client].enforce(rendered, event).context!.length).toBeLessThanOrEqual(
      contextChars,
    );
    expect(rendered.losses.map(({ field, survival }) => [field, survival])).toEqual([
      ['context', 'changed'],
    ]);
  }
});

it("gives hooks the client's environment without the client's own secrets, and keeps the payload out of the log", async () => {
  play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', 'env > env.txt'));
  const env = {
    PATH: process.env['PATH'],
    HOME: play.home,
    CLAUDE_CODE_MESSAGING_TOKEN: 'hidden',
    EDITOR: 'vi',
  };
  const { runs, event } = await play.fire('codex', shellCall('codex', 'curl -H "X-Key: s3cret"'), {
    env,
  });
  const seen = play.read('env.txt')!;
  expect(seen).toContain('EDITOR=vi');
  expect(seen).toContain(`CODEX_PROJECT_DIR=${play.project}`);
  expect(seen).not.toContain('hidden');
  const told = runCompleted(runs[0]!, [], { event, projectDir: play.project, home: play.home });
  expect(JSON.stringify(told)).not.toContain('s3cret');
});

it('stamps an event that has no time with its arrival', () => {
  const at = Date.parse('2026-11-21T08:00:00.000Z');
  const codex = CLIENTS.codex.parse(
    { hook_event_name: 'Stop', session_id: 's' },
    { nowMs: at, raw: '{}' },
  );
  expect(codex.timestamp).toBe('2026-11-21T08:00:00.000Z');
  const payload = {
    hook_event_name: 'AfterAgent',
    session_id: 's',
    timestamp: '2026-11-21T07:00:00.000Z',
  };
  expect(CLIENTS.gemini.parse(payload, { nowMs: at, raw: '{}' }).timestamp).toBe(
    '2026-11-21T07:00:00.000Z',
  );
});
