import { describe, expect, it } from '@jest/globals';
import { chooseTests } from '../lib/choose-tests.mjs';

const chosen = (...argv: string[]) => {
  const { chosen: levels, ...rest } = chooseTests(argv);
  return { levels: levels.map(({ name }) => name), ...rest };
};

describe('npm test', () => {
  it('runs every level by itself, the checks with it (OWN-221)', () => {
    expect(chosen()).toEqual({ levels: ['unit', 'int', 'system', 'load'], args: [], everything: true });
  });

  it('runs one level by name', () => {
    expect(chosen('--only', 'load')).toEqual({ levels: ['load'], args: [], everything: false });
    expect(() => chosen('--only', 'all')).toThrow('--only takes one of unit, int, system, load');
    expect(() => chosen('--only')).toThrow('--only takes one of');
  });

  it.each([
    ['choose-tests', ['unit']],
    ['backend/test/schema', ['int']],
    ['specs/purchase', ['system']],
    ['socket-flood', ['load']],
    ['packages/sandbox/src', ['unit', 'int']],
  ])('runs the level to which the specs named %j belong', (pattern, levels) => {
    expect(chosen(pattern, '-t', 'a name')).toEqual({
      levels,
      args: ['--testPathPatterns', pattern, '-t', 'a name'],
      everything: false,
    });
  });

  it('says so when no spec is meant', () => {
    expect(() => chosen('no-such-spec')).toThrow("No spec's path contains no-such-spec.");
  });
});
