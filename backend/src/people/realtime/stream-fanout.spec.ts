import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { testSettings } from '../../../test/settings.js';
import { type RoomRange, StreamStore } from '../../platform/outbox/stream-store.js';
import { QueueConnections } from '../../platform/queue/queue-connections.js';
import { type JobQueue } from '../../platform/queue/job-queue.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { StreamFanout } from './stream-fanout.js';

/** The longest a queue may block the relay, and the cooldown after that, ms. */
const ADD_MS = 300;
const COOLDOWN_MS = 2_000;

describe('a queue that hangs (F12)', () => {
  let fanout: StreamFanout;
  const emitted: RoomRange[] = [];
  const add = jest.fn<JobQueue['add']>();
  beforeEach(() => {
    jest.useFakeTimers();
    Logger.overrideLogger(false);
    const settings = testSettings('postgres://127.0.0.1:9/none');
    const gateway: RealtimeGateway = Object.create(RealtimeGateway.prototype);
    gateway.emitMessages = async (ranges) => void emitted.push(...ranges);
    const queues = new QueueConnections(settings);
    queues.findQueue = () => ({ add, getWaitingCount: async () => 0, close: async () => undefined });
    const streams = new StreamStore(new DataSource({ type: 'postgres' }));
    fanout = new StreamFanout(gateway, streams, queues, settings);
  });
  afterEach(() => void jest.useRealTimers());

  /** A step of the relay with one new message. @returns whether it was over after so many ms */
  const step = async (seq: number, afterMs: number): Promise<boolean> => {
    let isOver = false;
    const ranges = [{ room: 'shop', from: seq, to: seq }];
    void fanout.publishMessages({ ranges, messages: [] }).then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(afterMs);
    return isOver;
  };

  it('blocks the relay once, then is skipped for 2 s while this process emits', async () => {
    add.mockReturnValue(new Promise(() => undefined));
    expect(await step(1, ADD_MS)).toBe(true);
    expect(await step(2, 0)).toBe(true);
    await jest.advanceTimersByTimeAsync(COOLDOWN_MS - 1);
    expect(await step(3, 0)).toBe(true);
    expect(add).toHaveBeenCalledTimes(1);
    expect(emitted.map(({ from }) => from)).toEqual([1, 2, 3]);
    await jest.advanceTimersByTimeAsync(1);
    add.mockResolvedValue(undefined);
    expect(await step(4, 0)).toBe(true);
    expect(add).toHaveBeenCalledTimes(2);
    expect(emitted).toHaveLength(3);
  });
});
