import { describe, expect, it } from '@jest/globals';
import { ActorSource } from '../auth/actor-source.js';
import { SocketWatch } from './socket-watch.js';

const MEGABYTE = 1_000_000;

/**
 * A socket for which so many packets of so many characters wait, and so many bytes that its transport took; none is
 * told by polling.
 */
function waiting(packets: number, characters = 0, handedOver?: number) {
  const data = 'x'.repeat(characters);
  const socket = {
    isCut: false,
    conn: {
      writeBuffer: Array.from({ length: packets }, () => ({ data })),
      transport: handedOver === undefined ? {} : { socket: { bufferedAmount: handedOver } },
    },
    disconnect: () => {
      socket.isCut = true;
    },
  };
  return socket;
}

describe('which sockets are too slow (OWN-386)', () => {
  const watch = new SocketWatch(Object.create(ActorSource.prototype));
  const cutOf = (sockets: ReturnType<typeof waiting>[]): boolean[] => {
    watch.cutSlow(sockets);
    return sockets.map(({ isCut }) => isCut);
  };

  it('is decided by packets, by what they hold and by what is on its way; both sides of each limit', () => {
    expect(cutOf([waiting(0), waiting(1_000), waiting(1_001)])).toEqual([false, false, true]);
    expect(cutOf([waiting(2, MEGABYTE), waiting(2, MEGABYTE + 1)])).toEqual([false, true]);
    expect(cutOf([waiting(0, 0, 2 * MEGABYTE), waiting(1, 1, 2 * MEGABYTE)])).toEqual([false, true]);
  });

  it('is decided over all: those for which most waits go first', () => {
    const large = Array.from({ length: 32 }, () => waiting(1, 2 * MEGABYTE));
    expect(cutOf(large)).not.toContain(true);
    const small = waiting(1, 1);
    expect(cutOf([...large, small]).filter(Boolean)).toHaveLength(1);
    expect(small.isCut).toBe(false);
  });

  it('knows sockets by polling, whose transport holds nothing', () => {
    expect(cutOf([waiting(1, 2 * MEGABYTE), waiting(1, 2 * MEGABYTE + 1)])).toEqual([false, true]);
  });
});
