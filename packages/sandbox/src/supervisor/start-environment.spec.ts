import { describe, expect, it } from '@jest/globals';
import { StartEnvironment } from './start-environment.js';

describe('what a service is told at its starts', () => {
  it('lets it die at a failpoint once, not in every life', () => {
    const startEnvironment = new StartEnvironment(() => ({ PORT: '1', FAILPOINTS: 'relay.numbered=kill' }));
    expect(startEnvironment.next()).toEqual({ PORT: '1', FAILPOINTS: 'relay.numbered=kill' });
    expect(startEnvironment.next()).toEqual({ PORT: '1' });
  });

  it('has something more for one life, over the usual', () => {
    const startEnvironment = new StartEnvironment(() => ({ PORT: '1', LOG_LEVEL: 'info' }));
    startEnvironment.next();
    startEnvironment.once({ LOG_LEVEL: 'debug', FAILPOINTS: 'bot.claimed=kill' });
    expect(startEnvironment.next()).toEqual({
      PORT: '1',
      LOG_LEVEL: 'debug',
      FAILPOINTS: 'bot.claimed=kill',
    });
    expect(startEnvironment.next()).toEqual({ PORT: '1', LOG_LEVEL: 'info' });
  });

  it('is told where things are now, not where they were at its first start', () => {
    let REDIS_URL = 'redis://127.0.0.1:1';
    const startEnvironment = new StartEnvironment(() => ({ REDIS_URL }));
    expect(startEnvironment.next()).toEqual({ REDIS_URL: 'redis://127.0.0.1:1' });
    REDIS_URL = 'redis://127.0.0.1:2';
    expect(startEnvironment.next()).toEqual({ REDIS_URL });
  });
});
