import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

const load = jest.fn<(language: string, area: string) => Promise<unknown>>();
jest.mock('./message-areas', () => ({ loadArea: (language: string, area: string) => load(language, area) }));

const english = { catalogue: { title: 'Your cart' } };
const never = new Promise<never>(() => undefined);

describe('messages that fail to load (OWN-302)', () => {
  let i18n: typeof import('./i18n');
  beforeEach(async () => {
    jest.resetModules();
    jest.useFakeTimers();
    load.mockReset();
    i18n = await import('./i18n');
  });
  afterEach(() => void jest.useRealTimers());

  it('delay the start by 5 seconds at most; then the mixed messages are used, and it is reported', async () => {
    load.mockReturnValue(never);
    const started = jest.fn();
    const start = i18n.startI18n('de', ['common']).then(started);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(started).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await start;
    expect(i18n.i18n.t('close')).toBe('Close');
    const listener = jest.fn();
    i18n.onMessagesMissing(listener);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('reject for callers who wait for an area, and are requested again', async () => {
    load.mockRejectedValue(new TypeError('offline'));
    await i18n.startI18n('mix');
    const listener = jest.fn();
    i18n.onMessagesMissing(listener);
    await expect(i18n.preloadAreas('cart')).rejects.toThrow('cart');
    expect(listener).not.toHaveBeenCalled();
    load.mockResolvedValue(english);
    await i18n.preloadAreas('cart');
    expect(i18n.i18n.t('cart:title')).toBe('Your cart');
  });

  it('do not fail where the mixed messages have them, and it is reported once', async () => {
    load.mockImplementation(async (language) => {
      if (language === 'de') throw new TypeError('offline');
      return english;
    });
    await i18n.startI18n('de');
    const listener = jest.fn();
    await i18n.preloadAreas('cart');
    i18n.onMessagesMissing(listener);
    listener.mockClear();
    expect(i18n.i18n.t('cart:title')).toBe('Your cart');
    await i18n.preloadAreas('checkout', 'cart');
    expect(listener).toHaveBeenCalledTimes(1);
    await i18n.preloadAreas('checkout', 'cart');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
