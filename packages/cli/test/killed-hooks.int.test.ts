/** An agent that kills every hook of a call: the call is found in the client's session file and reported. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createGround, type Call, type Ground, type Session } from './escape-ground.ts';

let ground: Ground;
beforeAll(() => {
  ground = createGround();
});
beforeEach(() => {
  ground.reset();
  fs.mkdirSync(path.join(ground.project, 'victim'), { recursive: true });
});
afterAll(() => ground.remove());

const harmless: Call = { tool: 'Bash', input: { command: 'true' } };
const dangerous: Call = { tool: 'Bash', input: { command: 'rm -rf victim' } };
const TOLD = /^At \d\d:\d\d:\d\d a Bash call ran without its critical hook/;

const missed = (): number => ground.reports().filter(({ kind }) => kind === 'missed').length;
const toldIn = (session: Session): number => session.told.filter((text) => TOLD.test(text)).length;

function attack(): Session {
  const session = ground.session();
  session.event('SessionStart');
  session.call(harmless);
  expect(session.call(dangerous, { killed: 'all' })).toBe(false);
  session.event('Stop', { killed: true });
  expect([fs.existsSync(path.join(ground.project, 'victim')), toldIn(session)]).toEqual([false, 0]);
  return session;
}

it('the next session reports the call once', () => {
  const before = missed();
  attack();
  const [next, last] = [ground.session(), ground.session()];
  next.event('SessionStart');
  last.event('SessionStart');
  expect([missed() - before, toldIn(next), toldIn(last)]).toEqual([1, 1, 0]);
});

it('the next event that survives in the next session reports it', () => {
  attack();
  const next = ground.session();
  next.event('SessionStart', { killed: true });
  next.event('UserPromptSubmit');
  expect(toldIn(next)).toBe(1);
});

it('the same session reports it if a later hook survives', () => {
  const session = attack();
  session.event('UserPromptSubmit');
  session.event('Stop');
  expect(toldIn(session)).toBe(1);
});

it('a call that its own after hook reported is not reported again', () => {
  const before = missed();
  const session = ground.session();
  session.event('SessionStart');
  session.call(dangerous, { killed: true });
  session.event('Stop');
  ground.session().event('SessionStart');
  expect(missed() - before).toBe(1);
});

it('calls that the guard answered are not reported', () => {
  const before = missed();
  const session = ground.session();
  session.event('SessionStart');
  for (let nth = 0; nth < 3; nth++) session.call(harmless);
  session.event('Stop');
  ground.session().event('SessionStart');
  expect(missed() - before).toBe(0);
});
