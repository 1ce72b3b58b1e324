import { SetMetadata, type Type } from '@nestjs/common';

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
