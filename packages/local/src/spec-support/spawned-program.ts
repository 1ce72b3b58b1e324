import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A spawned program of `bin/`, with the line of JSON in which it printed what it started. */
export interface SpawnedProgram<T> {
  readonly child: ChildProcess;
  readonly announced: T;
  /** Sends a signal to the program, and resolves once it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Runs a program of `spec-support/bin`, with `prefix` in front if given, until it has printed its JSON line.
 * @throws Error with its output when the program ends before
 */
export async function spawnProgram<T>(
  name: string,
  args: readonly string[],
  shape: z.ZodType<T>,
  prefix: readonly string[] = [],
): Promise<SpawnedProgram<T>> {
  const file = fileURLToPath(new URL(`bin/${name}.mjs`, import.meta.url));
  const [command = process.execPath, ...rest] = [...prefix, process.execPath, file, ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const announced = await new Promise<T>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(shape.parse(JSON.parse(line))));
    child.once('close', () => reject(new Error(`${name} ended: ${errors}`)));
  });
  return {
    child,
    announced,
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
}
