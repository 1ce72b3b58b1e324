import { beforeEach, describe, expect, it, jest } from '@jest/globals';

describe('tell', () => {
  let module: typeof import('./tell');
  beforeEach(async () => {
    jest.resetModules();
    module = await import('./tell');
  });

  it('asks for the region once there is something to say, and shows the newest that waited', () => {
    const asked: string[] = [];
    const shown: string[] = [];
    const stop = module.onFirstNotice(() => void asked.push('asked'));
    expect(asked).toEqual([]);
    module.tell({ title: 'One' });
    module.tell({ title: 'Two' });
    expect(asked.length).toBeGreaterThan(0);
    module.takeNotices(
      ({ title }) => void shown.push(title),
      () => void shown.push('hushed'),
    );
    module.tell({ title: 'Three' });
    module.hush();
    expect(shown).toEqual(['Two', 'Three', 'hushed']);
    stop();
  });

  it('asks at once when something was said before anybody listened', () => {
    const asked: string[] = [];
    module.tell({ title: 'Early' });
    module.onFirstNotice(() => void asked.push('asked'));
    expect(asked).toEqual(['asked']);
  });
});
