import { watch, existsSync, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '../process/programs.js';
import { Supervisor } from './supervisor.js';
import { readSettings, StartError } from '../settings.js';
import { formatOverview, terminalReporter } from './terminal-output.js';

type Part = keyof Supervisor['monitors'];

/** Processes that run the code of each build. */
const builds: readonly [folder: string, parts: readonly Part[]][] = [
  ['packages/contracts/dist', ['stand-ins']],
  ['packages/stand-ins/dist', ['stand-ins']],
  ['backend/dist/programs', ['backend']],
  ['bot/dist/programs', ['bot']],
];
/** Wait after the last written file before a restart, ms, since a build writes many files. */
const settleMs = 400;

/** Restarts the parts of the shop that were rebuilt. @returns a function that stops watching */
export function watchBuilds(supervisor: Supervisor): () => void {
  const due = new Set<Part>();
  let timer: NodeJS.Timeout | undefined;
  const restartChangedParts = (): void => {
    const parts = [...due];
    due.clear();
    for (const part of parts) void supervisor.monitors[part]?.restart();
  };
  const watchers: FSWatcher[] = [];
  for (const [folder, parts] of builds) {
    const path = join(rootFolder, folder);
    if (!existsSync(path)) continue;
    watchers.push(
      watch(path, { recursive: true }, (_event, file) => {
        if (file === null || !file.endsWith('.js')) return;
        for (const part of parts) due.add(part);
        clearTimeout(timer);
        timer = setTimeout(restartChangedParts, settleMs);
      }),
    );
  }
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/**
 * Runs a shop until a stop signal; a second signal forces the stop. `watch` restarts rebuilt parts; `beganAt` is the
 * time of the start, ms.
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
      // The first signal starts an orderly stop, which is awaited below; a second one forces the stop.
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
    console.error(`\n  ${error instanceof StartError ? error.message : describeError(error)}`);
    return 1;
  } finally {
    unwatch?.();
    await supervisor?.stop();
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
