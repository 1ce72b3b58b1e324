import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SHORTEST_PAUSE_MS = 100;
/** Saving may take at most about one part in this many of the time, however large the state grows. */
const REST_FACTOR = 20;

/**
 * The JSON state of one stand-in, kept in memory and written behind: changes show at once, the file follows a
 * moment later, whole (a temporary file renamed over the old one), so a kill never leaves half a file.
 */
export class StateFile<T> {
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();
  private dirty = false;
  private pauseMs = SHORTEST_PAUSE_MS;

  private constructor(
    private readonly path: string,
    private readonly version: number,
    readonly value: T,
  ) {}

  /**
   * Opens `<dir>/<name>.json`, or starts with `initial()` when there is none, when it was written by another
   * `version` of the shape, or when it cannot be read (it is then kept beside as `.broken`).
   */
  static async open<T>(dir: string, name: string, version: number, initial: () => T): Promise<StateFile<T>> {
    await mkdir(dir, { recursive: true });
    const path = join(dir, `${name}.json`);
    const saved = await readSaved(path);
    const value = saved?.version === version ? (saved.state as T) : initial();
    return new StateFile(path, version, value);
  }

  /** Says that `value` was changed: it will be written soon. */
  changed(): void {
    this.dirty = true;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.save().catch((error: unknown) => {
        console.error(`stand-ins: cannot write ${this.path}:`, error);
      });
    }, this.pauseMs);
  }

  /** Writes what is not yet written and resolves when it is on disk. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.save();
  }

  private save(): Promise<void> {
    this.saving = this.saving.catch(() => undefined).then(() => this.write());
    return this.saving;
  }

  private async write(): Promise<void> {
    if (!this.dirty) return;
    this.dirty = false;
    const started = performance.now();
    const text = JSON.stringify({ version: this.version, state: this.value });
    await writeFile(`${this.path}.tmp`, text, { mode: 0o600 });
    await rename(`${this.path}.tmp`, this.path);
    this.pauseMs = Math.max(SHORTEST_PAUSE_MS, (performance.now() - started) * REST_FACTOR);
  }
}

async function readSaved(path: string): Promise<{ version: unknown; state: unknown } | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && 'state' in parsed)
      return parsed;
  } catch {
    await rename(path, `${path}.broken`);
  }
  return undefined;
}
