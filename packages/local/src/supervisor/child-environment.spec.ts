import { describe, expect, it } from '@jest/globals';
import { StartEnvironment } from './child-environment.js';

describe('the environment of each start of a service', () => {
  it('passes failpoints to the first start only', () => {
    const startEnvironment = new StartEnvironment(() => ({ PORT: '1', FAILPOINTS: 'relay.numbered=kill' }));
    expect(startEnvironment.takeEnvironmentForStart()).toEqual({
      PORT: '1',
      FAILPOINTS: 'relay.numbered=kill',
    });
    expect(startEnvironment.takeEnvironmentForStart()).toEqual({ PORT: '1' });
  });

  it('adds settings for one start, over the base', () => {
    const startEnvironment = new StartEnvironment(() => ({ PORT: '1', LOG_LEVEL: 'info' }));
    startEnvironment.takeEnvironmentForStart();
    startEnvironment.setForNextStart({ LOG_LEVEL: 'debug', FAILPOINTS: 'bot.claimed=kill' });
    expect(startEnvironment.takeEnvironmentForStart()).toEqual({
      PORT: '1',
      LOG_LEVEL: 'debug',
      FAILPOINTS: 'bot.claimed=kill',
    });
    expect(startEnvironment.takeEnvironmentForStart()).toEqual({ PORT: '1', LOG_LEVEL: 'info' });
  });

  it('has current addresses, not those of its first start', () => {
    let REDIS_URL = 'redis://127.0.0.1:1';
    const startEnvironment = new StartEnvironment(() => ({ REDIS_URL }));
    expect(startEnvironment.takeEnvironmentForStart()).toEqual({ REDIS_URL: 'redis://127.0.0.1:1' });
    REDIS_URL = 'redis://127.0.0.1:2';
    expect(startEnvironment.takeEnvironmentForStart()).toEqual({ REDIS_URL });
  });
});
