import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runStarter } from '../spec-support/starter.js';
import { isAlive } from './liveness.js';
import { until } from './until.js';

describe('a run that gets a stop signal', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pax-told-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([[['SIGINT']], [['SIGTERM']], [['SIGHUP']], [['SIGINT', 'SIGINT', 'SIGTERM']]] as const)(
    'by %j ends what it started and all that this started, and tidies up before it goes',
    async ([first, ...same]) => {
      const tidied = join(folder, 'tidied');
      const starter = await runStarter(
        'run-until-stopped',
        [tidied],
        z.object({ pids: z.array(z.number()) }),
      );
      expect(starter.announced.pids.map((pid) => isAlive(pid))).toEqual([true, true]);
      const gone = starter.end(first);
      // A terminal and npm pass the same signal on, one after the other.
      for (const signal of same) starter.child.kill(signal);
      await gone;
      expect(readFileSync(tidied, 'utf8')).toBe('128');
      await until(() => !starter.announced.pids.some((pid) => isAlive(pid)), {
        deadlineMs: 5_000,
        what: 'the end',
      });
    },
  );
});
