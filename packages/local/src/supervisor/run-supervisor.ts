import { readSettings, StartError } from '../settings.js';
import { formatOverview } from './overview.js';
import { terminalReporter } from './reporter.js';
import { Supervisor } from './supervisor.js';
import { watchBuilds } from './watch-builds.js';

/**
 * Runs a shop until a signal; a second signal forces the stop. `watch` restarts rebuilt parts; `beganAt` is the start, ms.
 * @returns the exit code
 */
export async function runSupervisor(options: { watch?: boolean; beganAt?: number } = {}): Promise<number> {
  const beganAt = options.beganAt ?? Date.now();
  let supervisor: Supervisor | undefined;
  let signals = 0;
  let onSignal: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    onSignal = () => {
      signals += 1;
      resolve();
      if (signals === 1) console.log('\n  stopping …');
      // The first signal begins an orderly stop, also awaited below; a second one forces it.
      void supervisor?.stop({ atOnce: signals > 1 });
    };
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);

  let unwatch: (() => void) | undefined;
  try {
    supervisor = new Supervisor(readSettings(), terminalReporter);
    const overview = await supervisor.start();
    console.log(formatOverview(overview, Date.now() - beganAt));
    if (options.watch === true) unwatch = watchBuilds(supervisor);
    await asked;
    return 0;
  } catch (error) {
    if (signals > 0) return 0;
    console.error(`\n  ${error instanceof StartError ? error.message : describe(error)}`);
    return 1;
  } finally {
    unwatch?.();
    await supervisor?.stop();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
