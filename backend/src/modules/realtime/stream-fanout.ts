import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { STREAM_QUEUE, streamJob, type StreamJob } from '@pax/contracts';
import { RelaySubscribers } from '../../infra/outbox/relay-subscribers.js';
import type { Numbered } from '../../infra/outbox/number-messages.js';
import { QueueConnections } from '../../infra/queue/queue-connections.js';
import { withTimeout } from '../../infra/queue/with-timeout.js';
import { StreamStore } from '../../infra/realtime/stream-store.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { RealtimeGateway } from './realtime.gateway.js';

/** The longest a queue may keep the relay, ms. */
const ADD_MS = 300;
/** After a failure the relay is not kept again for so long, ms. */
const COOLDOWN_MS = 2_000;

/**
 * Carries relayed ranges from the worker to the sockets: a job names rooms and numbers, any web process reads the
 * messages, from Postgres unless it numbered them itself, and emits them. Without a queue, or while it is away, this process emits what it can, and
 * `head` heals the rest.
 */
@Injectable()
export class StreamFanout implements OnModuleInit {
  private readonly logger = new Logger(StreamFanout.name);
  private pausedUntil = 0;

  constructor(
    private readonly subscribers: RelaySubscribers,
    private readonly gateway: RealtimeGateway,
    private readonly heads: StreamStore,
    private readonly queues: QueueConnections,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    if (this.settings.role !== 'web') this.subscribers.add((step) => this.carry(step));
    if (this.settings.role !== 'worker') {
      this.queues.worker(STREAM_QUEUE, ({ data }) => this.gateway.emit(streamJob.parse(data).ranges));
    }
  }

  private async carry({ ranges, messages }: Numbered): Promise<void> {
    if (ranges.length === 0) return;
    this.heads.remember(messages);
    const queue = performance.now() < this.pausedUntil ? undefined : this.queues.queue(STREAM_QUEUE);
    try {
      if (!queue) return await this.gateway.emit(ranges);
      const job: StreamJob = { v: 1, ranges };
      await withTimeout(ADD_MS, queue.add('ranges', job, { removeOnComplete: true, removeOnFail: true }));
    } catch (error) {
      this.pausedUntil = performance.now() + COOLDOWN_MS;
      this.logger.warn(`queue away, emitting here: ${String(error)}`);
      await this.gateway.emit(ranges);
    }
  }
}
