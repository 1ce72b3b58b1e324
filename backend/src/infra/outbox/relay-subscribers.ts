import { Injectable } from '@nestjs/common';
import type { RelayedStep } from './relay-step.js';

/** Called with relayed steps after their commit. Must not throw and must not take long. */
export type RelaySubscriber = (step: RelayedStep) => Promise<void>;

/** Notifies sockets and post queues of relayed steps; both recover missed ones from Postgres. */
@Injectable()
export class RelaySubscribers {
  private readonly subscribers: RelaySubscriber[] = [];

  add(subscriber: RelaySubscriber): void {
    this.subscribers.push(subscriber);
  }

  async notify(step: RelayedStep): Promise<void> {
    await Promise.allSettled(this.subscribers.map((subscriber) => subscriber(step)));
  }
}
