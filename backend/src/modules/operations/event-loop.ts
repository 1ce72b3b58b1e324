import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Between two looks at the clock, ms: what holds the loop for less is not seen. */
const RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;

/** How late the process comes to its next task: what every caller waits for whenever one call takes long (OWN-385). */
@Injectable()
export class EventLoop implements OnModuleInit, OnModuleDestroy {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  onModuleInit(): void {
    this.delays.enable();
  }

  onModuleDestroy(): void {
    this.delays.disable();
  }

  /** Delays since the last reading, seconds: the one that 99 of 100 are below, and the longest. */
  read(): { p99: number; max: number } {
    const { delays } = this;
    const read = { p99: toDelay(delays.percentile(99)), max: toDelay(delays.max) };
    delays.reset();
    return read;
  }
}

/** The monitor counts from look to look, its own pause included. */
function toDelay(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
}
