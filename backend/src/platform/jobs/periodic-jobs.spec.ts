import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Logger } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { SETTINGS } from '../../settings.js';
import { Periodic, PeriodicJobs } from './periodic.js';

const DAY_MS = 24 * 60 * 60_000;

@Injectable()
class Jobs {
  readonly runs: string[] = [];
  signal: AbortSignal | undefined;

  @Periodic({ name: 'everywhere', every: DAY_MS, role: 'all', isFirstAwaited: true })
  async everywhere(): Promise<void> {
    this.runs.push('everywhere');
  }

  @Periodic({ name: 'in-workers', every: () => DAY_MS, role: 'worker' })
  async inWorkers(signal: AbortSignal): Promise<void> {
    this.runs.push('in-workers');
    this.signal = signal;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    this.runs.push('in-workers ended');
  }

  @Periodic({ name: 'failing', every: DAY_MS, role: 'all', isFirstAwaited: true })
  async failing(): Promise<void> {
    throw new Error('no luck');
  }
}

describe('PeriodicJobs', () => {
  let module: TestingModule | undefined;
  const start = async (role: string | undefined, ...more: (new () => object)[]): Promise<TestingModule> => {
    module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [Jobs, PeriodicJobs, { provide: SETTINGS, useValue: { role } }, ...more],
    }).compile();
    return module.init();
  };
  afterEach(async () => {
    await module?.close();
    module = undefined;
  });

  it('runs the jobs of the role of this process', async () => {
    const { runs } = (await start('web')).get(Jobs);
    expect(runs).toEqual(['everywhere']);
    await module?.close();
    expect((await start(undefined)).get(Jobs).runs.toSorted()).toEqual(['everywhere', 'in-workers']);
  });

  it('aborts a run when the process shuts down, and ends after it (OWN-466)', async () => {
    const started = await start('worker');
    const jobs = started.get(Jobs);
    await module?.close();
    expect(jobs.signal?.aborted).toBe(true);
    await started.get(PeriodicJobs).endJobs(async () => void jobs.runs.push('calls ended'));
    expect(jobs.runs.at(-2)).toBe('in-workers ended');
  });

  it('lets the shutdown go on though a run does not end, and runs what serves the last calls after it (OWN-236)', async () => {
    let release: () => void = () => undefined;
    const runs: string[] = [];
    @Injectable()
    class Others {
      @Periodic({ name: 'stubborn', every: DAY_MS, role: 'all' })
      async stubborn(): Promise<void> {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        runs.push('stubborn');
      }

      @Periodic({ name: 'last', every: DAY_MS, role: 'all', servesLastCalls: true })
      async last(): Promise<void> {
        runs.push('last');
      }
    }
    const jobs = (await start('web', Others)).get(PeriodicJobs);
    expect(runs).toEqual(['last']);
    jobs.beforeApplicationShutdown();
    jobs.wakeJob('stubborn');
    const ended = jobs.endJobs(async () => void runs.push('calls'));
    release();
    await ended;
    expect(runs).toEqual(['last', 'stubborn', 'calls', 'last']);
  });

  it('counts failed runs, and goes on (OWN-466)', async () => {
    Logger.overrideLogger(false);
    const jobs = (await start('web')).get(PeriodicJobs);
    expect(jobs.countFailures()).toContainEqual({ name: 'failing', count: 1 });
    jobs.wakeJob('failing');
    await new Promise((resolve) => setImmediate(resolve));
    expect(jobs.countFailures()).toContainEqual({ name: 'failing', count: 2 });
  });

  it('refuses two jobs of one name', async () => {
    @Injectable()
    class Copy {
      @Periodic({ name: 'everywhere', every: DAY_MS, role: 'all' })
      async run(): Promise<void> {}
    }
    await expect(start('web', Copy)).rejects.toThrow('Two periodic jobs are named everywhere');
  });
});
