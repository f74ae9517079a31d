// Claude Code: the shared scenarios, and its own.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { killGroup } from '../lab/run-process.mjs';
import { assertTold, assertWentWell, except, onlyOne, scenario } from '../lab/scenario.mjs';
import { SUMMARY } from '../models/script.mjs';
import { everyClient } from './every-client/index.mjs';
import { tasksByHook, tasksOfFile } from './kept-tasks.mjs';
import { mission } from './mission/index.mjs';

const shared = except(everyClient, {
  'a session that starts in a subfolder writes to the project’s log':
    'Claude Code reads the settings of the folder it is started in, not of parent folders',
});

const ASK = { decision: 'ask', reason: 'a-person-should-look' };

const QUESTION = 'Which cache should the API use?';
const turnsOfDialogues = (tools) => {
  const options = [
    { label: 'Redis', description: 'Shared between workers' },
    { label: 'Memory', description: 'Nothing to run' },
  ];
  const questions = [{ question: QUESTION, header: 'Cache', multiSelect: false, options }];
  return [
    { calls: [{ name: 'AskUserQuestion', input: { questions } }] },
    { calls: [{ name: 'ExitPlanMode', input: { plan: '# Cache\n\nKeep sessions in Redis.' } }] },
    { calls: [tools.shell('touch never.txt')] },
    { text: 'All done.' },
  ];
};
/** In the words of the client's own dialogue. */
const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nLeave the files alone.";
/** A person's answer to the client's question. */
const decide = (tool, input) => {
  if (tool === 'AskUserQuestion')
    return { behavior: 'allow', updatedInput: { ...input, answers: { [QUESTION]: 'Redis' } } };
  if (tool === 'ExitPlanMode') return { behavior: 'allow', updatedInput: input };
  return { behavior: 'deny', message: REFUSED };
};

const own = [
  mission,
  tasksByHook,
  tasksOfFile,
  ...[true, false].map((isHooked) =>
    scenario(
      `records an answer, a plan and a refusal in a dialogue once, ${isHooked ? 'where hooks recorded the session' : 'from the session file alone'}`,
      async ({ client, lab, run, tools, recorded, exists }) => {
        assertWentWell(
          await run({
            prompt: 'Ask me.',
            turns: turnsOfDialogues(tools),
            decide,
            mode: 'plan',
            allowed: ['Read'],
          }),
        );
        await lab.hookloom(['memory', 'remember', 'A first word']);
        await lab.hookloom([client.capture]);
        const made = recorded('decision.made');
        const asked = onlyOne(made, ({ question }) => question === QUESTION, 'the answer');
        assert.match(asked.decision, /Redis/);
        assert.equal(asked.options.length, 2);
        assert.equal(asked.__origin.channel, 'user');
        const plan = onlyOne(made, ({ outcome }) => outcome === 'approved', 'the plan');
        assert.match(plan.plan, /Keep sessions in Redis/);
        assert.ok(!exists('never.txt'), 'the refused command ran');
        onlyOne(
          made,
          (one) => JSON.stringify(one).includes('Leave the files alone'),
          'the refusal',
        );
      },
      { connected: isHooked },
    ),
  ),
  scenario(
    'a session registers the event that a new hook file needs, and the event occurs in it',
    async ({ lab, run, tools, exists, text }) => {
      const settings = () => JSON.parse(text('.claude/settings.local.json')).hooks;
      assert.equal(settings().TaskCompleted, undefined);
      // A hook of the user's own; nothing is called after it was written.
      const hooks = '[[hooks.task_completed]]\ncommand = ["sh", "-c", "cat > task-done.json"]\n';
      fs.mkdirSync(lab.inHome('.hookloom'), { recursive: true });
      fs.writeFileSync(lab.inHome('.hookloom/hooks.toml'), hooks);
      const isRegistered = () => settings().TaskCompleted !== undefined;
      let waits = 0;
      const session = await run({
        prompt: 'Work on a task.',
        turns: [
          // Claude Code reads changed settings within some seconds.
          () => ({
            calls: [tools.shell(isRegistered() ? 'sleep 4' : `sleep 0.${10 + waits}`)],
            again: !isRegistered() && ++waits < 80,
          }),
          { calls: [{ name: 'TaskCreate', input: { subject: 'Mow', description: 'the lawn' } }] },
          { calls: [{ name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } }] },
          { text: 'All done.' },
        ],
      });
      assertWentWell(session);
      assert.ok(isRegistered(), 'TaskCompleted is not registered');
      assert.ok(exists('task-done.json'), 'the hook did not run');
      assert.match(text('task-done.json'), /Mow/);
      await lab.hookloom(['uninstall']);
      assert.ok(!exists('.claude/settings.local.json'), 'uninstalling left the settings behind');
    },
    { reduced: true },
  ),
  scenario(
    'records the turns that a forked session repeats in its file once',
    async ({ client, lab, run, tools, recorded }) => {
      const first = await run({
        prompt: 'Count the seagulls.',
        turns: [{ calls: [tools.shell('echo seventeen-seagulls')] }, { text: 'There are 17.' }],
      });
      assertWentWell(first, 'There are 17.');
      const fork = await run({
        prompt: 'And the crows?',
        turns: [{ text: 'There are 3.' }],
        resume: first.sessionId,
        args: ['--fork-session'],
      });
      assertWentWell(fork, 'There are 3.');
      assert.notEqual(fork.sessionId, first.sessionId);
      await lab.hookloom(['memory', 'remember', 'A first word']);
      await lab.hookloom([client.capture]);
      const said = recorded('transcript.turn').map(({ content }) => content);
      assert.deepEqual(said.toSorted(), [
        'And the crows?',
        'Count the seagulls.',
        'There are 17.',
        'There are 3.',
      ]);
      assert.equal(recorded('command.completed').length, 1);
    },
    { connected: false },
  ),
  scenario(
    'a manual compaction is recorded, and the conversation receives its context again',
    async ({ lab, run, tools, recorded }) => {
      await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
      const session = await run({
        prompts: ['First question.', '/compact', 'Second question.'],
        turns: [
          { calls: [tools.shell('ls')] },
          { text: 'First answer.' },
          { text: 'Second answer.' },
        ],
      });
      assertWentWell(session, 'Second answer.');
      assertTold(session, SUMMARY, 1);
      assertTold(session, 'Invoices are kept for eleven years', 1);
      const types = lab.events().map(({ type }) => type);
      assert.ok(
        types.some((type) => type.includes('compact')),
        `no compaction among ${[...new Set(types)].join(', ')}`,
      );
      assert.ok(recorded('transcript.turn').length >= 4);
    },
  ),
  scenario(
    'prompt commands add the decisions, and let the model ask for the rest',
    async ({ lab, run }) => {
      await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
      const session = await run({
        prompt: '/mcp__hookloom__decisions',
        turns: [{ text: 'Eleven years.' }],
      });
      assertWentWell(session, 'Eleven years.');
      assertTold(session, 'c1 Invoices are kept for eleven years', 0);
      const asked = await run({
        prompt: '/mcp__hookloom__checkout How long are invoices kept?',
        turns: [{ text: 'Eleven years.' }],
      });
      assertTold(asked, 'How long are invoices kept?', 0);
      assertTold(asked, 'Call memory_checkout with it.', 0);
    },
  ),
  scenario(
    'a subagent’s work is recorded with the agent’s name',
    async ({ run, tools, recorded }) => {
      const session = await run({
        prompt: 'Delegate this.',
        threads: [
          {
            name: 'sub',
            match: (said) => said.includes('SUBTASK'),
            turns: [{ calls: [tools.shell('echo from-the-subagent')] }, { text: 'sub done' }],
          },
          {
            name: 'main',
            turns: [
              { calls: [tools.agent('SUBTASK: say something')] },
              { text: 'All done.' },
              // Newer versions report the end of the subagent, which gets an answer too.
              { text: 'All done.' },
            ],
          },
        ],
      });
      assertWentWell(session);
      const ran = onlyOne(
        recorded('command.completed'),
        ({ command }) => command === 'echo from-the-subagent',
        'the command of the subagent',
      );
      assert.ok(ran.agent_id, 'the command does not name its agent');
    },
    { reduced: true },
  ),
  scenario(
    'a subagent’s prompt is not recorded as the user’s',
    async ({ run, tools, recorded }) => {
      const session = await run({
        prompt: 'Delegate this.',
        threads: [
          {
            name: 'sub',
            match: (said) => said.includes('SUBTASK'),
            turns: [{ text: 'sub done' }],
          },
          {
            name: 'main',
            turns: [
              { calls: [tools.agent('SUBTASK: rest a while')] },
              { text: 'All done.' },
              // Newer versions report the end of the subagent, which gets an answer too.
              { text: 'All done.' },
            ],
          },
        ],
      });
      assertWentWell(session);
      const said = recorded('transcript.turn').filter(({ role }) => role === 'user');
      assert.deepEqual(
        said.map(({ content }) => content),
        ['Delegate this.'],
      );
    },
  ),
  scenario(
    'a hook that asks a person refuses the call if there is none',
    async ({ lab, write, work, tools, exists, recorded }) => {
      // In the dialect of Gemini CLI, which has a word for it.
      write('.hookloom/ask.sh', `cat > /dev/null\nprintf '%s' '${JSON.stringify(ASK)}'\n`);
      const groups = [{ hooks: [{ type: 'command', command: 'sh .hookloom/ask.sh' }] }];
      write('.gemini/settings.json', { hooks: { BeforeTool: groups } });
      await lab.review();
      const session = await work([tools.shell('touch touched.txt')]);
      assertWentWell(session);
      assert.ok(!exists('touched.txt'), 'the command ran without anybody having been asked');
      onlyOne(recorded('hook.run.completed'), ({ decision }) => decision === 'ask', 'the wish');
    },
  ),
  scenario(
    'the memory tools serve the project’s log in a subfolder',
    async ({ lab, work, tools, exists }) => {
      const decision = { title: 'Harbours are sorted by depth' };
      const call = { event_type: 'decision.made', actor: 'assistant', payload: decision };
      const cwd = lab.inProject('src');
      const session = await work([tools.mcp('memory_append', call)], { cwd });
      assertWentWell(session);
      assertTold(session, 'eventloom://project-default/events/', 1);
      assert.ok(!exists('src/.eventloom'), 'a second log was made');
      onlyOne(lab.events(), ({ type }) => type === 'decision.made', 'the decision');
    },
  ),
  scenario('several prompts in one process are turns of one session', async ({ run, recorded }) => {
    const session = await run({
      prompts: ['One?', 'Two?', 'Three?'],
      turns: [{ text: 'First.' }, { text: 'Second.' }, { text: 'Third.' }],
    });
    assertWentWell(session, 'Third.');
    assert.deepEqual(
      recorded('transcript.turn').map(({ content }) => content),
      ['One?', 'First.', 'Two?', 'Second.', 'Three?', 'Third.'],
    );
    assert.equal(recorded('hook.session_started').length, 1);
  }),
  scenario(
    'the shell transport records the same work',
    async ({ connect, lab, work, tools, recorded }) => {
      await connect(['--transport', 'sh']);
      assertWentWell(await work([tools.shell('echo by-shell')]));
      await lab.hookloom(['memory', 'log', '--limit', '5']);
      onlyOne(recorded('command.completed'), ({ command }) => command === 'echo by-shell', 'it');
      assert.equal(recorded('transcript.turn').length, 2);
    },
    { connected: false },
  ),
  scenario(
    'an interrupted session ends in the log when the next one begins',
    async ({ run, tools, recorded }) => {
      let client;
      const first = await run({
        prompt: 'Work until somebody presses a key.',
        onStart: (child) => (client = child),
        turns: [
          { calls: [tools.shell('echo before-the-key')] },
          { before: () => killGroup(client.pid, 'SIGINT'), text: 'never said' },
        ],
      });
      assertWentWell(await run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] }), 'hi');
      onlyOne(recorded('command.completed'), ({ command }) => /before-the/.test(command), 'it');
      const ended = recorded('session.ended').map(({ session_id }) => session_id);
      assert.ok(ended.includes(first.sessionId), 'the session that was interrupted has no end');
    },
  ),
  scenario(
    'Claude Code and hook-status use the nearer of two files that switch hooks',
    async ({ lab, work, tools, recorded }) => {
      const installed = async () =>
        (await lab.hookloomJson(['hook-status'])).clients['claude-code'].installed;
      const file = lab.inHome('.claude/settings.json');
      const near = lab.inProject('.claude/settings.local.json');
      const own = JSON.parse(fs.readFileSync(near, 'utf8'));
      const said = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, JSON.stringify({ ...said, disableAllHooks: true }));
      assert.equal(await installed(), false);
      assertWentWell(await work([tools.shell('echo unseen')]));
      assert.deepEqual(recorded('command.completed'), []);
      fs.writeFileSync(near, JSON.stringify({ ...own, disableAllHooks: false }));
      assert.equal(await installed(), true);
      assertWentWell(await work([tools.shell('echo seen')]));
      onlyOne(recorded('command.completed'), ({ command }) => command === 'echo seen', 'it');
    },
  ),
];

export const scenarios = [...shared, ...own];
