import { describe, expect, it } from '@jest/globals';
import { ActorSource } from '../access/actor-source.js';
import { SocketWatch } from './socket-watch.js';

const MEGABYTE = 1_000_000;

/** A socket with buffered packets of so many characters, and bytes in its transport (undefined: polling). */
function buffering(packets: number, characters = 0, handedOver?: number) {
  const data = 'x'.repeat(characters);
  const socket = {
    isDisconnected: false,
    conn: {
      writeBuffer: Array.from({ length: packets }, () => ({ data })),
      transport: handedOver === undefined ? {} : { socket: { bufferedAmount: handedOver } },
    },
    disconnect: () => {
      socket.isDisconnected = true;
    },
  };
  return socket;
}

describe('SocketWatch.disconnectSlow (OWN-292)', () => {
  const watch = new SocketWatch(Object.create(ActorSource.prototype));
  const disconnectedOf = (sockets: ReturnType<typeof buffering>[]): boolean[] => {
    watch.disconnectSlow(sockets);
    return sockets.map(({ isDisconnected }) => isDisconnected);
  };

  it('counts packets, their characters and bytes in the transport; both sides of each limit', () => {
    expect(disconnectedOf([buffering(0), buffering(1_000), buffering(1_001)])).toEqual([false, false, true]);
    expect(disconnectedOf([buffering(2, MEGABYTE), buffering(2, MEGABYTE + 1)])).toEqual([false, true]);
    expect(disconnectedOf([buffering(0, 0, 2 * MEGABYTE), buffering(1, 1, 2 * MEGABYTE)])).toEqual([
      false,
      true,
    ]);
  });

  it('limits the total: sockets with the largest buffers go first', () => {
    const large = Array.from({ length: 32 }, () => buffering(1, 2 * MEGABYTE));
    expect(disconnectedOf(large)).not.toContain(true);
    const small = buffering(1, 1);
    expect(disconnectedOf([...large, small]).filter(Boolean)).toHaveLength(1);
    expect(small.isDisconnected).toBe(false);
  });

  it('counts polling sockets, whose transport holds nothing', () => {
    expect(disconnectedOf([buffering(1, 2 * MEGABYTE), buffering(1, 2 * MEGABYTE + 1)])).toEqual([
      false,
      true,
    ]);
  });
});
