import { describe, expect, it } from '@jest/globals';
import { askedAgain } from './asked-again.js';
import { BackendUnavailableError, ProblemError } from './problem-error.js';

const away = new BackendUnavailableError('too slow');
const refused = new ProblemError({
  type: 'about:blank',
  title: 'NOT_FOUND',
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is no such order.',
});

describe('a call that names its request (OWN-682)', () => {
  const made = async (...outcomes: (Error | number)[]) => {
    let calls = 0;
    const call = async (): Promise<number> => {
      const outcome = outcomes[calls];
      calls += 1;
      if (typeof outcome === 'number') return outcome;
      throw outcome ?? new Error('one call too many');
    };
    const result = await askedAgain(call).catch((error: unknown) => error);
    return { result, calls };
  };

  it('is made again once when no answer came', async () => {
    expect(await made(away, 7)).toEqual({ result: 7, calls: 2 });
    expect(await made(away, away, 7)).toEqual({ result: away, calls: 2 });
    expect(await made(away, refused)).toEqual({ result: refused, calls: 2 });
  });

  it('is made once when it was answered, also by a refusal', async () => {
    expect(await made(7)).toEqual({ result: 7, calls: 1 });
    expect(await made(refused, 7)).toEqual({ result: refused, calls: 1 });
  });
});
