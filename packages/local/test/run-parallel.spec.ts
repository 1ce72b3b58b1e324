import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { runParallel } from '../lib/checks/run-parallel.mjs';

describe('steps side by side', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('all run whatever fails, and the failed ones are named with their output', async () => {
    const log = jest.spyOn(console, 'log').mockReturnValue();
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const failed = await runParallel(
      [
        { name: 'missing', file: 'no-such-program.js', args: [] },
        { name: 'format', file: 'oxfmt/bin/oxfmt', args: ['--version'] },
        { name: 'wrong', file: 'oxfmt/bin/oxfmt', args: ['--threads'], repair: 'npm run right' },
      ],
      1,
    );
    expect(failed).toEqual(['missing', 'wrong']);
    expect(log).toHaveBeenCalledTimes(1);
    expect(error.mock.calls.map(([text]) => String(text))).toEqual([
      expect.stringContaining('no-such-program.js'),
      expect.stringMatching(/✗ wrong[^]*\nTo repair it run: npm run right\n$/),
    ]);
  });
});
