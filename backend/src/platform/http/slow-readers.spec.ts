import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { endSlowReaders } from './connections.js';

const KIB = 1024;

describe('a reader that is too slow (OWN-1235)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** A connection of which so many bytes were written, and so many of them wait. */
  const opened = () => {
    const [server, socket] = [createServer(), new Socket()];
    const state = { bytesWritten: 0, writableLength: 0 };
    Object.defineProperties(socket, {
      bytesWritten: { get: () => state.bytesWritten },
      writableLength: { get: () => state.writableLength },
    });
    endSlowReaders({ server });
    server.emit('connection', socket);
    return { server, socket, state };
  };
  const isEndedAfter = (ms: number, { socket }: ReturnType<typeof opened>): boolean => {
    jest.advanceTimersByTime(ms);
    return socket.destroyed;
  };

  it('takes what waits within a minute, and a second more for each 16 KiB', () => {
    const one = opened();
    Object.assign(one.state, { bytesWritten: 320 * KIB, writableLength: 160 * KIB });
    // The first look is after a second and gives 70 more.
    expect(isEndedAfter(70_000, one)).toBe(false);
    one.state.writableLength = 1;
    expect(isEndedAfter(1_000, one)).toBe(true);
  });

  it('has as long again once all that waited is taken, whatever waits since', () => {
    const one = opened();
    Object.assign(one.state, { bytesWritten: 160 * KIB, writableLength: 160 * KIB });
    expect(isEndedAfter(70_000, one)).toBe(false);
    Object.assign(one.state, { bytesWritten: 320 * KIB, writableLength: 160 * KIB });
    expect(isEndedAfter(70_000, one)).toBe(false);
    expect(isEndedAfter(1_000, one)).toBe(true);
  });

  it('is none where nothing waits, or the connection ended', () => {
    const idle = opened();
    idle.state.bytesWritten = 320 * KIB;
    expect(isEndedAfter(600_000, idle)).toBe(false);
    Object.assign(idle.state, { bytesWritten: 640 * KIB, writableLength: 320 * KIB });
    jest.advanceTimersByTime(2_000);
    idle.socket.emit('close');
    expect(isEndedAfter(600_000, idle)).toBe(false);
  });

  it('is looked for no longer than the server runs', () => {
    const { server } = opened();
    expect(jest.getTimerCount()).toBe(1);
    server.emit('close');
    expect(jest.getTimerCount()).toBe(0);
  });
});
