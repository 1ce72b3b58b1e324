import { Injectable } from '@nestjs/common';
import type { RelayedStep } from './relay-step.js';

/** Hears of relayed steps after their commit. Must not throw and must not take long. */
export type RelaySubscriber = (step: RelayedStep) => Promise<void>;

/** Tells sockets and doorbells that a step was relayed; both find what they miss in Postgres. */
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
