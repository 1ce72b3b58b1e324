import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SHORTEST_PAUSE_MS = 100;
/**
 * Pause between saves, as a multiple of a save's duration, so that saving a large state does not slow down the
 * stand-in.
 */
const REST_FACTOR = 20;

/**
 * Stores the state of a stand-in as JSON, with a delay. A temporary file is renamed to replace the old one, so that a
 * killed process never leaves half a file.
 */
export class JsonFile {
  private readonly path: string;
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();
  private unsaved: { readonly value: unknown } | undefined;
  private pauseMs = SHORTEST_PAUSE_MS;

  /** Path `<dir>/<name>.json`; the folder is created when the first state is saved. */
  constructor(dir: string, name: string) {
    this.path = join(dir, `${name}.json`);
  }

  /** Loads the state saved last; undefined if there is none. An unreadable file is renamed to `.broken`. */
  async load(): Promise<unknown> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch {
      return undefined;
    }
    try {
      return JSON.parse(text) as unknown;
    } catch {
      await rename(this.path, `${this.path}.broken`);
      return undefined;
    }
  }

  /** Schedules a save of `value`, with the content that it has then. */
  save(value: unknown): void {
    this.unsaved = { value };
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.enqueueWrite().catch((error: unknown) => {
        console.error(`stand-ins: cannot write ${this.path}:`, error);
      });
    }, this.pauseMs);
  }

  /** Saves pending changes, and resolves when they are on disk. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.enqueueWrite();
  }

  private enqueueWrite(): Promise<void> {
    this.saving = this.saving.catch(() => undefined).then(() => this.writeFileNow());
    return this.saving;
  }

  private async writeFileNow(): Promise<void> {
    if (this.unsaved === undefined) return;
    const started = performance.now();
    const text = JSON.stringify(this.unsaved.value);
    this.unsaved = undefined;
    await mkdir(dirname(this.path), { recursive: true });
    await writeFile(`${this.path}.tmp`, text, { mode: 0o600 });
    await rename(`${this.path}.tmp`, this.path);
    this.pauseMs = Math.max(SHORTEST_PAUSE_MS, (performance.now() - started) * REST_FACTOR);
  }
}
