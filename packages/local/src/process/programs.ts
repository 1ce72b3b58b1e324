import { fileURLToPath } from 'node:url';
import { readFileSync, accessSync, constants, statSync } from 'node:fs';
import { join, delimiter } from 'node:path';
import { z } from 'zod';
import { spawn, type SpawnOptions } from 'node:child_process';

/** Root folder of the project; sources and built files are equally deep below it. */
export const rootFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** Folder of the workspace. */
export const localFolder = fileURLToPath(new URL('../..', import.meta.url));

const schema = z.object({
  redis: z.object({ programs: z.array(z.string()), packages: z.array(z.string()) }),
  browser: z.object({
    paths: z.array(z.string()),
    programs: z.array(z.string()),
    packages: z.array(z.string()),
  }),
});

/**
 * Optional programs of the machine, with their Debian packages. Stored as JSON, since scripts in `bin/` read the list
 * before the build.
 */
export const needs = schema.parse(JSON.parse(readFileSync(join(localFolder, 'needs.json'), 'utf8')));

/** True when the path is a file that the current user may execute. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Finds the first of the named programs in a search path; returns its absolute path. */
export function findProgram(names: readonly string[], searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isExecutable(path));
}

/** Result of a program that has ended. */
export interface ProgramResult {
  /** Exit code; 127 when the program could not be started, 128 when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program until it ends, and collects its output; never throws. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'detached'> & { timeoutMs?: number } = {},
): Promise<ProgramResult> {
  const { timeoutMs, ...rest } = options;
  const child = spawn(command, args, {
    ...rest,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, stdout, stderr: stderr + error.message }));
    child.once('close', (code) => resolve({ code: code ?? 128, stdout, stderr }));
  });
}
