import { describe, expect, it } from '@jest/globals';
import type { RoomMessage } from '@pax/contracts';
import { RoomStream } from './room-stream';

const message = (seq: number): RoomMessage => ({
  room: 'shop',
  seq,
  id: `e${seq}`,
  type: 'stock.changed',
  occurredAt: '2025-11-03T20:15:00.000Z',
  version: seq,
  data: {},
});

function listen() {
  const received: number[] = [];
  return { received, stream: new RoomStream(({ seq }) => void received.push(seq)) };
}

describe('RoomStream', () => {
  it('hands on each message once, in order, whatever way they come (OWN-115)', () => {
    const { received, stream } = listen();
    stream.recordHead(10);
    for (const seq of [11, 13, 12, 12, 9, 11, 14]) stream.acceptMessage(message(seq));
    expect(received).toEqual([11, 12, 13, 14]);
  });

  it('says that messages are missing and keeps what came too early', () => {
    const { received, stream } = listen();
    expect(stream.recordHead(10)).toBe(false);
    expect(stream.acceptMessage(message(12))).toBe(true);
    expect(received).toEqual([]);
    expect(stream.acceptMessage(message(11))).toBe(false);
    expect(received).toEqual([11, 12]);
  });

  it('notices by the head alone that it is behind', () => {
    const { stream } = listen();
    stream.recordHead(10);
    expect(stream.recordHead(10)).toBe(false);
    expect(stream.recordHead(11)).toBe(true);
  });

  it('begins at the first message when no head came before', () => {
    const { received, stream } = listen();
    expect(stream.acceptMessage(message(7))).toBe(false);
    expect(received).toEqual([7]);
    expect(stream.cursor).toBe(7);
  });

  it('rewinds: delivers again what came after, and buffers what is new until then', () => {
    const { received, stream } = listen();
    stream.recordHead(2);
    for (const seq of [3, 4]) stream.acceptMessage(message(seq));
    stream.rewindTo(2);
    expect(stream.messagesSince(1)).toBeUndefined();
    expect(stream.acceptMessage(message(5))).toBe(true);
    for (const seq of [3, 4]) stream.acceptMessage(message(seq));
    expect(received).toEqual([3, 4, 3, 4, 5]);
    expect(stream.messagesSince(3)?.map(({ seq }) => seq)).toEqual([4, 5]);
  });

  it('repeats nothing from before a reset', () => {
    const { stream } = listen();
    stream.recordHead(10);
    for (const seq of [11, 12, 13]) stream.acceptMessage(message(seq));
    stream.resetTo(900);
    stream.acceptMessage(message(901));
    expect(stream.messagesSince(899)).toBeUndefined();
    expect(stream.messagesSince(900)?.map(({ seq }) => seq)).toEqual([901]);
  });

  it('goes on after a reset with what had come too early', () => {
    const { received, stream } = listen();
    stream.recordHead(1);
    stream.acceptMessage(message(50));
    stream.acceptMessage(message(52));
    stream.resetTo(51);
    expect(received).toEqual([52]);
    expect(stream.cursor).toBe(52);
  });

  it('remembers the last messages and says when it does not reach back', () => {
    const { stream } = listen();
    stream.recordHead(10);
    for (let seq = 11; seq <= 13; seq++) stream.acceptMessage(message(seq));
    expect(stream.messagesSince(11)?.map(({ seq }) => seq)).toEqual([12, 13]);
    expect(stream.messagesSince(13)).toEqual([]);
    expect(stream.messagesSince(20)).toEqual([]);
    expect(stream.messagesSince(10)?.length).toBe(3);
    expect(stream.messagesSince(9)).toBeUndefined();
  });
});
