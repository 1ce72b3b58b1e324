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

/** Processes that run a job: those with ROLE `web`, `worker` or unset, or all but `web`. */
export type JobRole = 'all' | 'worker';

export interface PeriodicOptions {
  /** Names the job in logs, metrics and the table of jobs. */
  name: string;
  /** From the end of a run to the next one, ms; a function reads it from a provider at start. */
  every: number | ((get: <T>(provider: Type<T>) => T) => number);
  role: JobRole;
  /** Delay of the first run after the start, ms. */
  firstAfter?: number;
  /** True when the job goes on until the last call was answered, and runs once more then. */
  servesLastCalls?: boolean;
  /** True when the start waits for the first run. */
  isFirstAwaited?: boolean;
}

export const PERIODIC = Symbol('periodic');

type PeriodicMethod = (signal: AbortSignal) => Promise<unknown>;

/**
 * Runs a method periodically in the processes of a role, never twice at a time. Its signal is aborted when the
 * process shuts down; a run that makes several calls looks at it between them.
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

/** A method with `@Periodic`, its period resolved. */
export interface PeriodicJob extends Omit<PeriodicOptions, 'every'> {
  every: number;
  run: (signal: AbortSignal) => Promise<void>;
}

/** Finds all methods with `@Periodic` and runs those of this process's role. */
@Injectable()
export class PeriodicJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops = new Map<string, Loop>();
  /** Loops that go on while the last calls are answered. */
  private readonly loopsForLastCalls = new Set<Loop>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly moduleRef: ModuleRef,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** All jobs of all roles, by name. @throws Error when two have the same name */
  list(): PeriodicJob[] {
    const instances = new Set(this.discovery.getProviders().map((wrapper): unknown => wrapper.instance));
    const jobs = [...instances].flatMap((instance) => (isObject(instance) ? this.jobsOf(instance) : []));
    const names = jobs.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`Two periodic jobs are named ${twice}. Rename one.`);
    return jobs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const { name, every, role, firstAfter, isFirstAwaited, servesLastCalls, run } of this.list()) {
      if (role === 'worker' && this.settings.role === 'web') continue;
      const loop = new Loop(name, every, run);
      this.loops.set(name, loop);
      if (servesLastCalls === true) this.loopsForLastCalls.add(loop);
      loop.start(firstAfter);
      if (isFirstAwaited === true) await loop.settled();
    }
  }

  /** Tells the jobs to stop without waiting, because a run that hangs would keep the server open to new calls. */
  beforeApplicationShutdown(): void {
    for (const loop of this.otherLoops()) void loop.stop();
  }

  /** Waits for the present runs, then for the work of the last calls, then runs once more what serves them. */
  async end(lastCalls: () => Promise<void>): Promise<void> {
    await Promise.all(this.otherLoops().map((loop) => loop.stop()));
    await lastCalls();
    await Promise.all([...this.loopsForLastCalls].map((loop) => loop.finish()));
  }

  /** Runs a job as soon as its present run is over; does nothing where this process does not run it. */
  wake(name: string): void {
    this.loops.get(name)?.wake();
  }

  /** Failed runs since the start, for each job of this process. */
  failures(): { name: string; count: number }[] {
    return [...this.loops].map(([name, { failures }]) => ({ name, count: failures }));
  }

  private otherLoops(): Loop[] {
    return [...this.loops.values()].filter((loop) => !this.loopsForLastCalls.has(loop));
  }

  private jobsOf(instance: object): PeriodicJob[] {
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
