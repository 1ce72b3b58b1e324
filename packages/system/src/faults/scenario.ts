import type { FaultHarness } from './fault-harness.js';

/** A fault while people buy. */
export interface Scenario {
  /** Name for `--only`, the report and the spec. */
  readonly name: string;
  /** Description for the report. */
  readonly title: string;
  /**
   * Causes the fault and waits for all notifications; the caller checks consistency afterwards.
   * @throws Error if a guarantee is broken
   */
  run(harness: FaultHarness): Promise<void>;
}

/** @throws Error with `message` if the condition is false */
export function assertThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
