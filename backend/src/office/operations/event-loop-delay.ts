import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Sampling interval of the event loop monitor, ms; shorter delays are not measured. */
const RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;

/** Measures the delay of the event loop: how long all callers wait while one call computes. */
@Injectable()
export class EventLoopDelay implements OnModuleInit, OnModuleDestroy {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  onModuleInit(): void {
    this.delays.enable();
  }

  onModuleDestroy(): void {
    this.delays.disable();
  }

  /** Reads the event loop delays since the last reading, in seconds: 99th percentile and maximum. */
  readDelays(): { p99: number; max: number } {
    const { delays } = this;
    const read = { p99: toDelay(delays.percentile(99)), max: toDelay(delays.max) };
    delays.reset();
    return read;
  }
}

/** Subtracts the sampling interval from a measured delay, because the monitor includes it. */
function toDelay(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
}
