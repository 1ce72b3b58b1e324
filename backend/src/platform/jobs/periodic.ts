import {
  SetMetadata,
  type Type,
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModuleRef, Reflector } from '@nestjs/core';
import { SETTINGS, type Settings } from '../../settings.js';
import { Loop } from './loop.js';

/**
 * Processes that run a job: `worker` for those with ROLE `worker` or unset, `all` for those with ROLE `web` too.
 */
export type JobRole = 'all' | 'worker';

export interface PeriodicOptions {
  /** Name of the job in logs, metrics and the database table of jobs. */
  name: string;
  /** Time from the end of one run to the next, ms; a function reads the time from a provider at the start. */
  every: number | ((get: <T>(provider: Type<T>) => T) => number);
  role: JobRole;
  /** Delay of the first run after the process starts, ms. */
  firstAfter?: number;
  /** True when the job runs until the last call was answered, and then once more. */
  servesLastCalls?: boolean;
  /** True when the process starts serving only after the job's first run. */
  isFirstAwaited?: boolean;
}

export const PERIODIC = Symbol('periodic');

type PeriodicMethod = (signal: AbortSignal) => Promise<unknown>;

/**
 * Decorator: runs a method periodically in processes of a role, never twice at once. The method's signal aborts at
 * the shutdown; a long run checks the signal between its calls.
 */
export function Periodic(options: PeriodicOptions) {
  return <M extends PeriodicMethod>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    SetMetadata(PERIODIC, options)(target, key, descriptor);
  };
}

/** A method with the decorator `@Periodic`, and its period in ms. */
export interface PeriodicJob extends Omit<PeriodicOptions, 'every'> {
  every: number;
  run: (signal: AbortSignal) => Promise<void>;
}

/** Finds all methods decorated with `@Periodic` and runs those for the role of this process. */
@Injectable()
export class PeriodicJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops = new Map<string, Loop>();
  /** Loops that keep running while the last calls are answered. */
  private readonly loopsForLastCalls = new Set<Loop>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly moduleRef: ModuleRef,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Lists the jobs of all roles by name.
   * @throws Error when two jobs have the same name
   */
  listJobs(): PeriodicJob[] {
    const instances = new Set(this.discovery.getProviders().map((wrapper): unknown => wrapper.instance));
    const jobs = [...instances].flatMap((instance) => (isObject(instance) ? this.findJobsOf(instance) : []));
    const names = jobs.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`Two periodic jobs are named ${twice}. Rename one.`);
    return jobs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const { name, every, role, firstAfter, isFirstAwaited, servesLastCalls, run } of this.listJobs()) {
      if (role === 'worker' && this.settings.role === 'web') continue;
      const loop = new Loop(name, every, run);
      this.loops.set(name, loop);
      if (servesLastCalls === true) this.loopsForLastCalls.add(loop);
      loop.start(firstAfter);
      if (isFirstAwaited === true) await loop.waitUntilIdle();
    }
  }

  /**
   * Tells the jobs to stop without waiting for them, because a hanging run would keep the server open to new calls.
   */
  beforeApplicationShutdown(): void {
    for (const loop of this.otherLoops()) void loop.stop();
  }

  /** Stops the jobs, waits for the last calls, then runs the jobs that serve those calls once more. */
  async endJobs(lastCalls: () => Promise<void>): Promise<void> {
    await Promise.all(this.otherLoops().map((loop) => loop.stop()));
    await lastCalls();
    await Promise.all([...this.loopsForLastCalls].map((loop) => loop.finishLastRun()));
  }

  /** Runs a job as soon as its present run has ended; does nothing if this process does not run the job. */
  wakeJob(name: string): void {
    this.loops.get(name)?.wake();
  }

  /** Number of failed runs since the start, for each job of this process. */
  countFailures(): { name: string; count: number }[] {
    return [...this.loops].map(([name, { failures }]) => ({ name, count: failures }));
  }

  private otherLoops(): Loop[] {
    return [...this.loops.values()].filter((loop) => !this.loopsForLastCalls.has(loop));
  }

  private findJobsOf(instance: object): PeriodicJob[] {
    const prototype: unknown = Object.getPrototypeOf(instance);
    if (!isObject(prototype)) return [];
    return this.scanner.getAllMethodNames(prototype).flatMap((key) => {
      const method: unknown = Reflect.get(prototype, key);
      if (!isMethod(method)) return [];
      const options = this.reflector.get<PeriodicOptions | undefined>(PERIODIC, method);
      if (options === undefined) return [];
      const { every } = options;
      const get = <T>(provider: Type<T>): T => this.moduleRef.get(provider, { strict: false });
      const run = async (signal: AbortSignal): Promise<void> => void (await method.call(instance, signal));
      return [{ ...options, every: typeof every === 'number' ? every : every(get), run }];
    });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isMethod(value: unknown): value is (signal: AbortSignal) => Promise<unknown> {
  return typeof value === 'function';
}
