/**
 * What commands print that copy, move, share and repair memory. After a change that you intend, `npx vitest run packages/cli/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { freshWorkspace } from '../transcript.ts';

const { folder, transcript, note } = freshWorkspace();

const saved = (name: string) => `outputs-of-${name}.txt`;

test('copies a project to another machine in the saved form', async () => {
  const printed = await transcript(`
    memory append goal.created --actor ann --payload-json '{"title":"Ship invoices"}'
    memory append decision.made --actor ann --payload-json '{"decision":"Due dates are calendar days in UTC"}'
    memory append decision.made --actor ann --payload-json '{"decision":"The heron key is rotated monthly"}' --session-id keys
    memory forget --citation $1 --yes
    backup --dry-run ../shop.tar
    backup ../shop.tar
    backup ../shop.tar
    backup ../shop.tar --force
    settings set CLAUDE_MEM_LOG_LEVEL DEBUG
    backup ../all.tar --all
    restore ../shop.tar
    restore ../shop.tar --dry-run
    ! restore ../shop.tar
    memory append decision.made --actor ann --payload-json '{"decision":"Amounts are in euros"}'
    ! restore ../shop.tar
    ! restore ../shop.tar --force
    other> restore ../missing.tar --dry-run
    other> restore ../shop.tar --dry-run
    other> ! restore ../shop.tar
    other> restore ../all.tar --all --dry-run
    other> restore ../all.tar --all --dry-run --json
    other> ! restore ../all.tar --all --force
    other> settings get CLAUDE_MEM_LOG_LEVEL
    other> memory checkout 'due dates' --session-id shop-default
    other> log adopt
    other> ! log adopt shop-default
    other> memory checkout 'due dates' --session-id shop-default
    other> projects list
    project adopt
    project adopt keys
    project adopt nowhere
    memory log
    project adopt shop-default
    projects rename shop store
    projects list
    projects list --json
    projects move ../other store
    projects merge none store
    memory export --sign -o signed.json
    verify-export signed.json
    verify-export signed.json --json
    other> verify-export ../shop/signed.json
    other> memory import ../shop/signed.json --session-id copied
    other> memory import ../shop/signed.json --session-id copied
    other> memory import ../shop.tar
    memory ingest --as-archive --file ../other/.eventloom/copied.jsonl --session-id old
    memory ingest < {"event_type":"goal.created","actor":"ann","payload":{"title":"Send reminders"}}
    memory ingest < {"colour":"red"}
    memory ingest < {"type":
    memory refs
    memory refs set refs/heads/main shop-default 2 #2
    memory refs set refs/heads/old shop-default 1 0464261d6ec0
    memory refs
    memory status
    memory re-embed
  `);
  await expect(printed).toMatchFileSnapshot(saved('copies'));
});

test('shares memory through the repository in the saved form', async () => {
  const published = await transcript(`
    share init --author ann
    share publish --yes
    memory remember 'Invoices are numbered per year' --subject billing --kind rule
    memory append decision.made --actor ann --payload-json '{"decision":"Due dates are calendar days in UTC"}'
    share publish --dry-run
    share publish --yes
    ! settings set HOOKLOOM_SHARE_PUBLISH automatic
    share publish --kind decision
    share publish --only $2 --json
    share publish
    share status
    share status --json
    share pull
    ! share trust nobody@nowhere
    sync
    team members
    team invite bob
    team revoke bob
    team init
  `);
  fs.cpSync(`${folder().path}/shop/.hookloom`, `${folder().path}/other/.hookloom`, {
    recursive: true,
  });
  const fetched = await transcript(`
    other> share status
    other> share pull
    other> memory checkout 'due dates'
    other> share trust ann@MACHINE
    other> ! share trust ann@MACHINE --as ann@work
    other> share status
    other> memory checkout 'due dates'
    other> ! share distrust ann@work
    other> share status --json
    other> memory query 'due dates'
  `);
  await expect(published + fetched).toMatchFileSnapshot(saved('sharing'));
});

test('repairs a damaged log in the saved form', async () => {
  const before = await transcript(`
    memory append goal.created --actor ann --payload-json '{"title":"Ship invoices"}'
    memory append decision.made --actor ann --payload-json '{"decision":"Due dates are calendar days in UTC"}'
    memory append task.proposed --actor ann --payload-json '{"taskId":"T-2","title":"Round amounts"}'
    memory append goal.created --actor ann --payload-json '{"title":"Plan the move"}' --session-id plans
  `);
  const log = folder().read('shop/.eventloom/shop-default.jsonl');
  folder().write('shop/.eventloom/shop-default.jsonl', log.replace('calendar', 'working'));
  const after = await transcript(`
    verify
    verify --json
    status
    memory status
    memory checkout 'due dates'
    log repair --dry-run
    log repair --dry-run --json
    log repair
    ! log repair
    ! log repair plans
    verify
    memory log
    log acknowledge
    doctor
    reproject
    reproject --json
    compact shop-default
    compact shop-default --json
    compact none
    replay none
  `);
  // They depend on the machine.
  const printed = after
    .replace(/^\w+ +(?:node|package|port): .*\n(?: {9}.*\n)*/gm, '')
    .replace(/\d+ warnings/, 'warnings');
  await expect(before + printed).toMatchFileSnapshot(saved('repairs'));
});

test('prints missions, notes and settings in the saved form', async () => {
  await note('Login keeps the refresh token', { type: 'bugfix', files_modified: ['login.ts'] });
  folder().write('shop/login.ts', 'export const age = 60;\n');
  folder().write(
    'shop/packet.json',
    JSON.stringify({
      decisions: [
        { finding_id: 'w:finding:1', promote: true, rationale: 'Seen', status: 'accepted' },
        { finding_id: 'w:finding:2', rationale: 'Not in the file', status: 'rejected' },
      ],
    }),
  );
  folder().write('shop/claims.json', '{"prompt":"The cookie is short.","citations":[]}');
  const printed = await transcript(`
    coordinate start m 'Find the cause'
    coordinate worker create m w
    coordinate worker create m v
    coordinate worker create m v
    coordinate assign m w 'Read the cookie code' --json
    coordinate report m w 'The cookie expires after a minute' --file login.ts --claim-key cookie.age --claim-value 60 --confidence 0.8
    coordinate report m w 'The cookie expires after an hour' --claim-key cookie.age --claim-value 3600
    coordinate report m nobody 'The cookie is blue'
    coordinate approval-packet m --json
    coordinate review-export m -o export.json
    coordinate review-export m -o export.json
    coordinate promote m w:finding:2
    coordinate apply-approval m packet.json
    coordinate apply-approval m packet.json
    coordinate apply-approval m claims.json
    coordinate handoff m 'Too short' --json
    coordinate synthesis m claims.json --decision-scope handoff --handoff-id m:handoff:1
    coordinate template finding
    coordinate template decisions
    coordinate brief m
    coordinate brief m --json
    coordinate checkout m
    coordinate ledger m
    coordinate ledger m --json
    coordinate inspect m
    coordinate inspect none
    notes list --kind sessions
    notes list --kind prompts
    notes list --type decision
    notes list --file login.ts
    notes show 1001 --json
    notes unpin 1001
    notes correct 1001
    notes delete 1001 --dry-run
    notes delete-session 1001 --dry-run
    notes search nothing
    notes ledger --json
    notes retention
    memory mine-procedures
    memory consolidation review none --status accepted
    memory consolidation promote none
    memory reasoning resolve none --outcome resolved
    memory skill show none
    memory causal predecessors nothing
    inbox accept none --yes
    ! inbox accept none --yes
    memory quarantine show $1
    memory quarantine release none --reason seen
    memory forget --citation eventloom://shop-default/events/99#0464261d6ec0 --yes
    memory why $1 login
    settings list
    settings get NONE
    settings set CLAUDE_MEM_LOG_LEVEL LOUD
    settings set CLAUDE_MEM_LOG_LEVEL ''
  `);
  await expect(printed).toMatchFileSnapshot(saved('missions'));
});

test('prints templates, plugins and imported hooks in the saved form', async () => {
  const groups = {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }],
  };
  fs.mkdirSync(`${folder().path}/shop/.claude`);
  folder().write('shop/.claude/settings.json', JSON.stringify({ hooks: groups }));
  const answer = {
    decision: 'deny',
    reason: 'not on Friday',
    context: 'It is Friday',
    stop_agent: true,
    env: { TZ: 'UTC' },
    title: 'Friday',
    updated_output: 'b',
  };
  fs.mkdirSync(`${folder().path}/home/.hookloom`);
  folder().write('home/.hookloom/answer.json', JSON.stringify(answer));
  const handler = (event: string, command: string) =>
    `[[hooks.${event}]]\ncommand = '${command}'\n`;
  folder().write(
    'home/.hookloom/hooks.toml',
    handler('pre_tool_use', 'cat ~/.hookloom/answer.json') +
      handler('post_tool_use', 'cat ~/.hookloom/answer.json') +
      handler('pre_tool_use', 'echo broken >&2; exit 3'),
  );
  const printed = await transcript(`
    hooks import claude-code
    hooks import claude-code --json
    hooks import claude-code -o .hookloom/hooks.toml
    hooks import codex
    hooks register
    hooks export gemini
    hooks export claude-code -o exported.json
    hooks trust
    ! hooks trust --yes
    hooks doctor
    memory append goal.created --actor ann --payload-json '{"title":"Ship invoices"}'
    hooks replay 1
    hooks replay 9
    hooks run claude-code PreToolUse < {"tool_name":"Bash","tool_input":{"command":"ls"}}
    hooks run claude-code PreToolUse --raw < {"tool_name":"Bash","tool_input":{"command":"ls"}}
    hooks run codex PreToolUse < {"tool_name":"Bash","tool_input":{"command":"ls"}}
    hooks run codex PostToolUse < {"tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":"a"}
    hooks run gemini BeforeTool < {"tool_name":"run_shell_command","tool_input":{"command":"ls"}}
    hooks run cursor beforeShellExecution < {"command":"ls"}
    hooks run copilot preToolUse < {"toolName":"bash","toolArgs":"{}"}
    hooks run generic pre-tool-use < {"tool_name":"Bash"}
    hooks explain PostToolUse --client codex
    hooks test
    hooks run claude-code Unknown < {}
    hooks run claude-code PreToolUse < [1]
    extractor-template build.finished --entity-type build --name-key id --summary-key outcome
    extractor-template build --entity-type build
    integration-template langgraph -o graph.py
    integration-template langgraph -o graph.py
    integration-template langgraph -o langgraph.py
    integration-template langgraph -o langgraph.txt
    integration-template mastra --zaxy-executable zaxy
    plugin path claude-code
    plugin path none
    completion bash
    completion fish
    completion powershell
    claude-capture
    capture import --since all --dry-run
    capture import --since never
    capture stop
    refresh-context .
    refresh-context none
    index-codebase --json
    viewer
    viewer none -o page.html
    viewer .eventloom -o page.html
    viewer .eventloom -o graph.py
    activate gemini
    activate none
    down
    logs
    doctor --client none
    help memory forget
    help coordinate
    --version
    none
  `);
  await expect(printed).toMatchFileSnapshot(saved('templates'));
});

test('connects again after a person changed the files, in the saved form', async () => {
  const connected = await transcript(`
    A_SETTING=1 HOOKLOOM_A=1 HOOKLOOM_B=2 HOOKLOOM_C=3 HOOKLOOM_D=4 memory log
    HOOKLOOM_A=1 memory log --json
    init --hook-client copilot --mcp-client none --yes
    init --hook-client none --mcp-client copilot --yes
    init --hook-client gemini --mcp-client none --yes
    init --hook-client none --mcp-client gemini --yes
    init --hook-client claude-code --mcp-client none --yes
    init --hook-client none --mcp-client claude-code --yes --dry-run
    init --hook-client none --mcp-client codex --codex-mcp-install command --yes
    init --hook-client none --mcp-client none --yes
    init --hook-client codex --mcp-client none --hook-output a.json --mcp-output b.json --yes
    init --preset local-all --hook-output a.json --yes
    init --preset local-codex --codex-mcp-install project --agent-instructions --yes
    init --preset local-codex --agent-instructions --compat zaxy --yes
  `);
  const change = (file: string, from: RegExp, to: string) =>
    folder().write(file, folder().read(file).replace(from, to));
  change('shop/AGENTS.md', /memory/, 'notebook');
  change('shop/.gemini/settings.json', /"hookloom"/, '"mine"');
  change('shop/.claude/settings.local.json', /hook claude-code/, 'hook claude');
  const again = await transcript(`
    init --preset local-codex --agent-instructions --yes
    init --preset local-codex --agent-instructions --force --yes
    init --preset local-gemini --yes
    init --preset local-claude --yes
    init --preset local-claude --force --yes --json
    integrations
    ide-config gemini
    hooks codex -o .codex/hooks.json
    uninstall --json
    init --user --preset local-claude --yes
    init --user --preset local-claude --yes
    uninstall
  `);
  await expect(connected + again).toMatchFileSnapshot(saved('changed-files'));
});
