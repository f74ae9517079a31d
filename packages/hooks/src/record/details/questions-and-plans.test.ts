import { redactPayload } from '@hookloom/core/redact';
import { describe, expect, it } from 'vitest';
import {
  claude,
  codex,
  copilot,
  decisionsIn,
  gemini,
  payloadsOf,
} from './observed-call.fixture.ts';

const QUESTIONS = {
  questions: [
    {
      question: 'Which cache should the API use?',
      header: 'Cache',
      id: 'cache',
      options: [
        { label: 'Redis (Recommended)', description: 'Shared between workers' },
        { label: 'In memory', description: 'Nothing to run' },
      ],
    },
    { question: 'Which regions?', header: 'Regions', id: 'regions', options: ['eu', 'us', 'ap'] },
  ],
};

const CHOSEN = [
  ['Which cache should the API use? → Redis', 'user', 'user'],
  ['Which regions? → eu, us', 'user', 'user'],
];

describe('the answers to an agent’s questions are decisions of the user', () => {
  it.each([
    [
      'Claude Code’s answers',
      claude('AskUserQuestion', QUESTIONS, {
        tool_response: {
          ...QUESTIONS,
          answers: {
            'Which cache should the API use?': 'Redis (Recommended)',
            'Which regions?': 'eu, us',
          },
        },
      }),
    ],
    [
      'Claude Code’s answers as one text',
      claude('AskUserQuestion', QUESTIONS, {
        tool_response:
          'User has answered your questions: "Which cache should the API use?"="Redis (Recommended)", "Which regions?"="eu, us". You can now continue with the user\'s answers in mind.',
      }),
    ],
    [
      'Codex',
      codex(
        'request_user_input',
        QUESTIONS,
        JSON.stringify({
          answers: {
            cache: { answers: ['Redis (Recommended)'] },
            regions: { answers: ['eu', 'us'] },
          },
        }),
      ),
    ],
    [
      'Gemini CLI',
      gemini(
        'ask_user',
        QUESTIONS,
        JSON.stringify({ answers: { '0': 'Redis (Recommended)', '1': 'eu, us' } }),
      ),
    ],
    [
      'headers and answers as one text',
      gemini(
        'ask_user_question',
        QUESTIONS,
        'The answers:\n\n**Cache**: Redis\n**Regions**: eu, us',
      ),
    ],
  ])('%s', (_name, events) => {
    expect(decisionsIn(events)).toEqual(CHOSEN);
    expect(payloadsOf(events, 'decision.made')[0]).toMatchObject({
      question: 'Which cache should the API use?',
      options: ['Redis (Recommended)', 'In memory'],
      choice: 'Redis',
      session_id: 's1',
    });
  });

  it('Copilot asks one question and sends the answer as text', () => {
    const asked = { question: 'Keep the old endpoint?', choices: ['Keep it', 'Remove it'] };
    expect(decisionsIn(copilot('ask_user', asked, 'User selected: Remove it'))).toEqual([
      ['Keep the old endpoint? → Remove it', 'user', 'user'],
    ]);
    expect(decisionsIn(copilot('ask_user', asked, 'Some other text'))).toEqual([]);
  });

  it("a client's preview of a choice is not part of it", () => {
    const written =
      '[question] **Which cache?**\n\nOptions:\n- **Redis** - shared\n- **Memory** - fast\n\n**Answer:** Redis" selected preview:\nnew Redis(url)';
    expect(
      payloadsOf(claude('AskUserQuestion', {}, { tool_response: written }), 'decision.made')[0],
    ).toMatchObject({ choice: 'Redis', description: 'shared' });
  });

  it("records a person's comment on a choice as the person’s words", () => {
    const answers = { regions: { answers: ['eu', 'user_note: never the us, for legal reasons'] } };
    const [decision] = payloadsOf(
      codex('request_user_input', QUESTIONS, JSON.stringify({ answers })),
      'decision.made',
    );
    expect(decision).toMatchObject({ choice: 'eu', rationale: 'never the us, for legal reasons' });
  });

  it('a question without an answer decides nothing', () => {
    const unanswered = { ...QUESTIONS, answers: { 'Which regions?': '' } };
    expect(
      decisionsIn(claude('AskUserQuestion', QUESTIONS, { tool_response: unanswered })),
    ).toEqual([]);
    const error = 'User declined to answer questions';
    expect(decisionsIn(claude('AskUserQuestion', QUESTIONS, { error }))).toEqual([]);
  });

  it('a secret in an answer is masked', () => {
    const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
    const tool_response = { answers: { 'Which regions?': `the token is ${secret}` } };
    const events = claude('AskUserQuestion', QUESTIONS, { tool_response });
    expect(payloadsOf(events, 'decision.made')).toHaveLength(1);
    // Short texts are masked when the event is sealed.
    const sealed = events.map(({ payload }) => redactPayload(payload).payload);
    expect(JSON.stringify(sealed)).not.toContain(secret);
  });
});

describe('plans', () => {
  const plan = '# Cache plan\n\n1. Keep sessions in Redis for 30 minutes\n2. Write a test';

  it('an approved plan is a decision of the user with its text', () => {
    const events = claude('ExitPlanMode', { plan }, { tool_response: { plan, isAgent: false } });
    expect(decisionsIn(events)).toEqual([['Plan approved: Cache plan', 'user', 'user']]);
    expect(payloadsOf(events, 'decision.made')[0]).toMatchObject({ plan, outcome: 'approved' });
  });

  it("a refused plan is recorded with the user's words", () => {
    const error =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nUse SQLite, we have no Redis.";
    const events = claude('ExitPlanMode', { plan }, { error });
    expect(decisionsIn(events)).toEqual([['Plan refused: Cache plan', 'user', 'user']]);
    expect(payloadsOf(events, 'decision.made')[0]).toMatchObject({
      rationale: 'Use SQLite, we have no Redis.',
      outcome: 'refused',
    });
  });

  it('Gemini CLI names the file of the plan and the feedback', () => {
    const input = { plan_filename: 'cache.md' };
    const approved = gemini('exit_plan_mode', input, 'Plan approved. Switching to Default mode.');
    expect(decisionsIn(approved)).toEqual([['Plan approved: cache.md', 'user', 'user']]);
    const refused = gemini('exit_plan_mode', input, 'Plan rejected. User feedback: no new service');
    expect(payloadsOf(refused, 'decision.made')[0]).toMatchObject({
      decision: 'Plan refused: cache.md',
      rationale: 'no new service',
    });
  });

  it.each([
    'Plan approved. Switching to YOLO mode (all tool calls auto-approved).',
    'User cancelled the plan approval dialog. The plan was not approved and you are still in Plan Mode.',
    'Leader approved. You can now start coding.',
    'Plan execution was not approved. Remaining in plan mode.',
  ])('a plan that no person answered is not a decision of the user: %s', (said) => {
    expect(decisionsIn(gemini('exit_plan_mode', { plan_filename: 'cache.md' }, said))).toEqual([]);
  });

  it('a plan that an agent approved is not a decision of the user', () => {
    const tool_response = { plan, isAgent: true };
    expect(decisionsIn(claude('ExitPlanMode', { plan }, { tool_response }))).toEqual([]);
  });
});
