import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { SETTINGS, type Settings } from '../../settings.js';
import { Transactions } from '../database/transaction.js';
import { Listener } from '../database/listener.js';
import { Loop } from '../loops/loop.js';
import { raiseAlert } from './alert.js';
import { Announcer } from './announcer.js';
import { OUTBOX_CHANNEL } from './outbox-bell.js';
import { RelayStep } from './relay-step.js';

/** How long a lost ring can delay an event, ms. */
const POLL_MS = 1_000;
const BATCH = 200;
/** An event that fails alone this often is put aside, so that it can't hold up the rest. */
const POISON_TRIES = 5;

/** Moves what happened out of the outbox: woken by the bell, covered by a slow poll. */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Relay.name);
  private readonly loop = new Loop(Relay.name, POLL_MS, () => this.drain());
  private failures = 0;

  constructor(
    private readonly step: RelayStep,
    private readonly announcer: Announcer,
    private readonly listener: Listener,
    private readonly transactions: Transactions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role === 'web') return;
    this.listener.on(OUTBOX_CHANNEL, () => this.loop.wake());
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Relays until nothing is left that another process is not already relaying. */
  async drain(): Promise<void> {
    for (;;) {
      const limit = this.failures === 0 ? BATCH : 1;
      const relayed = await this.try(limit);
      if (!relayed || relayed.events === 0) return;
      await this.announcer.announce(relayed);
      if (relayed.events < limit && limit > 1) return;
    }
  }

  private async try(limit: number) {
    try {
      const relayed = await this.step.execute(limit);
      this.failures = 0;
      return relayed;
    } catch (error) {
      this.failures += 1;
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      if (limit === 1 && this.failures > POISON_TRIES) await this.putAside();
      return undefined;
    }
  }

  private async putAside(): Promise<void> {
    const eventId = await this.step.skipOldest();
    this.failures = 0;
    if (!eventId) return;
    await this.transactions.run((tx) =>
      raiseAlert(tx, {
        kind: 'dead-letter',
        title: 'An event could not be relayed',
        detail: `Event ${eventId} was put aside.`,
      }),
    );
  }
}
