import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { STREAM_QUEUE, streamJob, type StreamJob } from '@pax/contracts';
import { type NumberedMessages, StreamStore } from '../../platform/outbox/stream-store.js';
import { QueueConnections } from '../../platform/queue/queue-connections.js';
import { withTimeout } from '../../platform/queue/with-timeout.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { RealtimeGateway } from './realtime.gateway.js';

const ADD_MS = 300;
/** Time after a failure in which the queue is not used, ms. */
const COOLDOWN_MS = 2_000;

/**
 * Passes relayed messages to all web processes by a queue job that names rooms and numbers. If the queue is
 * unreachable, this process sends to its own sockets only; clients of other processes resume at the next `head`.
 */
@Injectable()
export class StreamFanout implements OnModuleInit {
  private readonly logger = new Logger(StreamFanout.name);
  /** Time limit for adding a job to the queue, ms; a message emitted after a timeout may arrive twice. */
  addMs = ADD_MS;
  private pausedUntil = 0;

  constructor(
    private readonly gateway: RealtimeGateway,
    private readonly streams: StreamStore,
    private readonly queues: QueueConnections,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    if (this.settings.role !== 'worker')
      this.queues.startWorker(STREAM_QUEUE, ({ data }) =>
        this.gateway.emitMessages(streamJob.parse(data).ranges),
      );
  }

  /** Publishes the messages of one relay step; never throws and takes {@link addMs} at most. */
  async publishMessages({ ranges, messages }: NumberedMessages): Promise<void> {
    if (ranges.length === 0) return;
    this.streams.cacheMessages(messages);
    const queue = performance.now() < this.pausedUntil ? undefined : this.queues.findQueue(STREAM_QUEUE);
    try {
      if (!queue) return await this.gateway.emitMessages(ranges);
      const job: StreamJob = { v: 1, ranges };
      await withTimeout(this.addMs, queue.add('ranges', job, { removeOnComplete: true, removeOnFail: true }));
    } catch (error) {
      this.pausedUntil = performance.now() + COOLDOWN_MS;
      this.logger.warn(`Stream queue failed: ${String(error)}. Emitting to the sockets of this process.`);
      await this.gateway.emitMessages(ranges);
    }
  }
}
