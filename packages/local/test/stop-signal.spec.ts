import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isAlive } from '../src/process/process-handle.js';
import { until } from '../src/process/wait.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('run-until-stopped.mjs', import.meta.url));

describe('a run that gets a stop signal', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pax-stop-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([[['SIGINT']], [['SIGTERM']], [['SIGHUP']], [['SIGINT', 'SIGINT', 'SIGTERM']]] as const)(
    'by %j ends what it started and all that this started, and tidies up before it goes',
    async (signals) => {
      const tidied = join(folder, 'tidied');
      const child = spawn(process.execPath, [PROGRAM, tidied], { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'close');
      const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
      const pids = String(line).split(' ').map(Number);
      expect(pids.map((pid) => isAlive(pid))).toEqual([true, true]);
      // A terminal and npm pass the same signal on, one after the other.
      for (const signal of signals) child.kill(signal);
      await ended;
      expect(readFileSync(tidied, 'utf8')).toBe('128');
      await until(() => !pids.some((pid) => isAlive(pid)), { deadlineMs: 5_000, what: 'the end' });
    },
  );
});
