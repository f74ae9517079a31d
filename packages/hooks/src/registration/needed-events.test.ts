import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT_NAMES, HOOK_EVENT_TYPES, type HookEventType } from '@hookloom/core/hook';
import { CLIENTS } from '../clients/index.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { Handler } from '../engine/handler.ts';
import { nativeEvents, neededEvents } from './needed-events.ts';

function handlers(toml: string, layer: 'user' | 'project' = 'project'): Handler[] {
  const file = { path: '/p/.hookloom/hooks.toml', dialect: 'toml', layer } as const;
  return DIALECTS.toml().load(toml, file).handlers;
}

function hookOn(event: string, more = ''): Handler[] {
  return handlers(`[[hooks.${event}]]\ncommand = ["./x.sh"]\n${more}`);
}

function recorded(client: keyof typeof CLIENTS): readonly string[] {
  return CLIENTS[client].install?.events ?? [];
}

function further(client: keyof typeof CLIENTS, hooks: Handler[]): string[] {
  const base = recorded(client);
  return neededEvents(CLIENTS[client], hooks).filter((name) => !base.includes(name));
}

describe('the events that a client must fire', () => {
  it('are those of the recorder if no hook file asks for more', () => {
    for (const name of CLIENT_NAMES)
      expect(neededEvents(CLIENTS[name], [])).toEqual([...recorded(name)]);
  });

  it('include those that a hook file uses, and only these', () => {
    expect(further('claude-code', hookOn('task_completed'))).toEqual(['TaskCompleted']);
    expect(further('claude-code', hookOn('notification'))).toEqual(['Notification']);
    expect(further('claude-code', hookOn('permission_request'))).toEqual(['PermissionRequest']);
    expect(further('claude-code', hookOn('pre_tool_use'))).toEqual([]);
  });

  it('include the events of every model request only if a hook uses one', () => {
    const file = { path: '/p/.gemini/settings.json', dialect: 'gemini', layer: 'project' } as const;
    const hooks = { BeforeModel: [{ hooks: [{ type: 'command', command: './x.sh' }] }] };
    const gemini = DIALECTS.gemini().load(JSON.stringify({ hooks }), file).handlers;
    expect(further('codex', gemini)).toEqual(['PreModelRequest']);
    // Gemini CLI runs the file itself.
    expect(further('gemini', gemini)).toEqual([]);
  });

  it('include a change of the settings if Claude Code has a critical guard', () => {
    const guard = hookOn('pre_tool_use', 'critical = true');
    expect(further('claude-code', guard)).toEqual(['ConfigChange']);
    expect(further('codex', guard)).toEqual([]);
  });

  it('leave out our own entries', () => {
    const own = handlers('[[hooks.task_completed]]\ncommand = ["hookloom", "hook", "codex"]\n');
    expect(further('claude-code', own)).toEqual([]);
  });

  it("omit an event that replaces a client's action until its hook is reviewed", () => {
    const file = { path: '/h/settings.json', dialect: 'claude', layer: 'project' } as const;
    const hooks = { WorktreeCreate: [{ hooks: [{ type: 'command', command: './x.sh' }] }] };
    const claude = DIALECTS.claude().load(JSON.stringify({ hooks }), file).handlers;
    const client = { ...CLIENTS['claude-code'], runsItself: [] };
    expect(neededEvents(client, claude)).toContain('WorktreeCreate');
    expect(neededEvents(client, claude, { isTrusted: () => false })).not.toContain(
      'WorktreeCreate',
    );
  });

  it('include a failed call in the end of a call if the client has no separate event', () => {
    expect(nativeEvents(CLIENTS.codex, 'tool_failure')).toEqual(['PostToolUse']);
    expect(nativeEvents(CLIENTS.gemini, 'tool_failure')).toEqual(['AfterTool']);
    expect(nativeEvents(CLIENTS['claude-code'], 'tool_failure')).toEqual(['PostToolUseFailure']);
    expect(nativeEvents(CLIENTS.gemini, 'task_completed')).toEqual([]);
  });

  it('are the same for any order of the handlers, known to the client, and enough for its types', () => {
    const types = Object.values(HOOK_EVENT_TYPES);
    const [model] = hookOn('pre_tool_use') as [Handler];
    const anyType = fc.constantFrom<HookEventType>(...types);
    fc.assert(
      fc.property(
        fc.constantFrom(...CLIENT_NAMES),
        fc.array(fc.tuple(anyType, fc.boolean())),
        (name, drawn) => {
          const client = CLIENTS[name];
          const hooks = drawn.map(([type, critical]): Handler => ({ ...model, type, critical }));
          const needed = neededEvents(client, hooks);
          expect(neededEvents(client, hooks.toReversed())).toEqual(needed);
          expect(new Set(needed).size).toBe(needed.length);
          for (const native of needed) expect(client.capabilities.events).toHaveProperty(native);
          if (name === 'generic') return;
          for (const { type } of hooks) {
            const natives = nativeEvents(client, type);
            expect(natives.every((native) => needed.includes(native))).toBe(true);
          }
        },
      ),
    );
  });
});
