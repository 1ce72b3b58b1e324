import type { FaultHarness } from './fault-harness.js';

/** A fault that happens while people buy. */
export interface Scenario {
  /** Name of the scenario for `--only`, the report and the spec. */
  readonly name: string;
  /** Description of the scenario for the report. */
  readonly title: string;
  /**
   * Causes the fault, and waits for all notifications; the caller checks consistency afterwards.
   * @throws Error if a guarantee is broken
   */
  run(harness: FaultHarness): Promise<void>;
}

/** Checks a condition of a scenario. @throws Error with `message` if the condition is false */
export function assertThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
