import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../sha256.ts';
import { judgeToken, type TokenRequest } from './admin-token.ts';
import { isDetached } from './detached.ts';
import { tableOf } from './process-table.fixture.ts';

const request: TokenRequest = {
  configured: 'open sesame',
  given: 'open sesame',
  known: null,
  mayBeAgent: false,
  hasReview: false,
};
const reasonOf = (more: Partial<TokenRequest>): string => {
  const verdict = judgeToken({ ...request, ...more });
  return verdict.isAccepted ? 'accepted' : verdict.reason;
};

describe('an admin token', () => {
  it('is accepted as the first token of an installation without reviews', () => {
    expect(judgeToken(request)).toEqual({ isAccepted: true, digest: sha256Hex('open sesame') });
  });

  it('is accepted everywhere once it is known', () => {
    const known = sha256Hex('open sesame');
    expect(reasonOf({ known, mayBeAgent: true, hasReview: true })).toBe('accepted');
  });

  it.each([
    [{ configured: undefined }, 'not_configured'],
    [{ configured: 'another' }, 'differs'],
    [{ configured: '', given: '' }, 'not_configured'],
    [{ known: sha256Hex('the real one') }, 'unknown_token'],
    [{ mayBeAgent: true }, 'unknown_token'],
    [{ hasReview: true }, 'unknown_token'],
  ])('is refused: %j', (more, reason) => {
    expect(reasonOf(more)).toBe(reason);
  });
});

describe('a process is detached from the process that started it', () => {
  it.each([
    [
      'a shell that the system adopted',
      ['1 0 - 1 systemd', '8 1 - 8 sh -c x', '9 8 - 8 node hookloom'],
      true,
    ],
    [
      'a shell that a session manager adopted',
      ['1 0 - 1 systemd', '5 1 - 5 systemd --user', '9 5 - 9 node hookloom'],
      true,
    ],
    [
      'a Python that the system adopted',
      ['1 0 - 1 init', '8 1 - 8 python3 hide.py', '9 8 - 8 node hookloom'],
      true,
    ],
    [
      'a job of a runner',
      [
        '1 0 - 1 systemd',
        '7 1 - 7 Runner.Worker',
        '8 7 - 7 bash -e job.sh',
        '9 8 - 7 node hookloom',
      ],
      false,
    ],
    ['a step of an image', ['1 0 - 1 sh -c hookloom', '9 1 - 1 node hookloom'], false],
  ])('%s', (_, lines, expected) => {
    expect(isDetached(tableOf(lines))).toBe(expected);
  });
});
