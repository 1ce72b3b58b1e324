import { spawn, type SpawnOptions } from 'node:child_process';

/** The result of a program that has ended. */
export interface ProgramResult {
  /** Exit code; 127 when the program could not be started, 128 when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end and collects its output; never throws. */
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
