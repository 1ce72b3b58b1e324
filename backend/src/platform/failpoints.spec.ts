import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { failpoint, failpoints } from './failpoints.js';

describe('a failpoint', () => {
  const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
  afterEach(() => {
    failpoints.armPoints([]);
    kill.mockClear();
  });

  it('does nothing unless it is armed', () => {
    failpoints.armPoints([{ point: 'queue.notified', passing: 1 }]);
    failpoint('relay.numbered');
    expect(kill).not.toHaveBeenCalled();
  });

  it('kills its own process at the passing it was armed for', () => {
    failpoints.armPoints([{ point: 'relay.numbered', passing: 2 }]);
    failpoint('relay.numbered');
    expect(kill).not.toHaveBeenCalled();
    failpoint('relay.numbered');
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
  });
});
