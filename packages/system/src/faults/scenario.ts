import type { FaultHarness } from './fault-harness.js';

/** Something that goes wrong while people buy. */
export interface Scenario {
  /** Its name for `--only`, in the report and in the spec. */
  readonly name: string;
  /** What happens, for the report. */
  readonly title: string;
  /**
   * Causes the fault and waits for all notifications; the caller checks consistency afterwards.
   * @throws Error when a promise is broken
   */
  run(harness: FaultHarness): Promise<void>;
}

/** @throws Error with the message when the condition is false */
export function assertThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
