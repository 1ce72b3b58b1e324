import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { armFailpoints, failpoint } from './failpoints.js';

describe('a failpoint', () => {
  const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
  afterEach(() => {
    armFailpoints([]);
    kill.mockClear();
  });

  it('does nothing unless it is armed', () => {
    armFailpoints([{ point: 'queue.notified', passing: 1 }]);
    failpoint('relay.numbered');
    expect(kill).not.toHaveBeenCalled();
  });

  it('kills its own process at the passing it was armed for', () => {
    armFailpoints([{ point: 'relay.numbered', passing: 2 }]);
    failpoint('relay.numbered');
    expect(kill).not.toHaveBeenCalled();
    failpoint('relay.numbered');
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
  });
});
