import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { passFailpoint, failpoints } from './failpoints.js';

describe('a failpoint', () => {
  const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
  afterEach(() => {
    failpoints.armPoints([]);
    kill.mockClear();
  });

  it('does nothing unless it is armed', () => {
    failpoints.armPoints([{ point: 'bot.reported', passing: 1 }]);
    passFailpoint('bot.claimed');
    expect(kill).not.toHaveBeenCalled();
  });

  it('kills its own process at the passing it was armed for', () => {
    failpoints.armPoints([{ point: 'bot.claimed', passing: 2 }]);
    passFailpoint('bot.claimed');
    expect(kill).not.toHaveBeenCalled();
    passFailpoint('bot.claimed');
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
  });
});
