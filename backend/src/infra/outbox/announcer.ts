import { Injectable } from '@nestjs/common';
import type { RelayedStep } from './relay-step.js';

/** Hears of relayed steps after their commit. Must not throw and must not take long. */
export type Announcement = (step: RelayedStep) => Promise<void>;

/** Tells sockets and doorbells that a step was relayed; both find what they miss in Postgres. */
@Injectable()
export class Announcer {
  private readonly announcements: Announcement[] = [];

  add(announcement: Announcement): void {
    this.announcements.push(announcement);
  }

  async announce(step: RelayedStep): Promise<void> {
    await Promise.allSettled(this.announcements.map((announcement) => announcement(step)));
  }
}
