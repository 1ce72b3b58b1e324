import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeResponse } from '../../test/fake-response';
import { recordServerTime, onServerTimeChange, serverNow } from './server-clock';

const NOW = Date.parse('2025-11-03T20:15:00.000Z');
const SECOND = 1_000;
const HOUR = 3_600_000;

/** Sets the device's clock so far ahead of the server's, ms. */
const setDevice = (ahead: number) => jest.setSystemTime(NOW + ahead);
/** An answer that the server gives now. */
const hear = (headers: Record<string, string> = {}) =>
  recordServerTime(
    fakeResponse('', {
      headers: { date: new Date(NOW).toUTCString(), 'cache-control': 'no-store', ...headers },
    }),
  );

describe('the time by the server’s clock (OWN-951)', () => {
  let told: number;
  let stop: () => void;
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
    hear();
    told = 0;
    stop = onServerTimeChange(() => {
      told += 1;
    });
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  it.each([0, 4 * SECOND, -4 * SECOND])('is the device’s own, which is %d ms ahead', (ahead) => {
    setDevice(ahead);
    hear();
    expect([serverNow(), told]).toEqual([NOW + ahead, 0]);
  });

  it.each([5 * SECOND, -5 * SECOND, 2 * HOUR, -2 * HOUR])(
    'is the answer’s on a device that is %d ms ahead',
    (ahead) => {
      setDevice(ahead);
      hear();
      expect([serverNow(), told]).toEqual([NOW, 1]);
    },
  );

  it('follows a device whose clock is set right, and then wrong again', () => {
    const times = [HOUR, 0, -HOUR, 2 * HOUR, 4 * SECOND].map((ahead) => {
      setDevice(ahead);
      hear();
      return serverNow() - NOW;
    });
    expect(times).toEqual([0, 0, 0, 0, 4 * SECOND]);
    expect(told).toBe(5);
  });

  it('does not jump by the seconds that an answer took', () => {
    setDevice(HOUR);
    hear();
    setDevice(HOUR + 3 * SECOND);
    hear();
    expect([serverNow(), told]).toEqual([NOW + 3 * SECOND, 1]);
  });

  it.each<[string, Record<string, string>]>([
    ['has an age', { age: '0' }],
    ['may be kept', { 'cache-control': 'max-age=60' }],
    ['says no time', { date: 'soon' }],
  ])('is not taken from an answer that %s', (_, headers) => {
    setDevice(HOUR);
    hear(headers);
    expect([serverNow(), told]).toEqual([NOW + HOUR, 0]);
  });

  it('is told to nobody who stopped listening', () => {
    stop();
    setDevice(HOUR);
    hear();
    expect(told).toBe(0);
  });
});
