import { watch, existsSync, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '../process/root-folder.js';
import type { Supervisor } from './supervisor.js';

type Part = keyof Supervisor['monitors'];

/** The processes that run each build. */
const builds: readonly [folder: string, parts: readonly Part[]][] = [
  ['packages/contracts/dist', ['stand-ins']],
  ['packages/stand-ins/dist', ['stand-ins']],
  ['backend/dist/programs', ['backend']],
  ['bot/dist/programs', ['bot']],
];
/** Pause after the last written file before a restart, ms, since a build writes many files. */
const settleMs = 400;

/** Restarts rebuilt parts. @returns a function that stops watching */
export function watchBuilds(supervisor: Supervisor): () => void {
  const due = new Set<Part>();
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
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
        timer = setTimeout(restart, settleMs);
      }),
    );
  }
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
