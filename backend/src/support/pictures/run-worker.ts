import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** More than any picture becomes. */
const MOST_OUTPUT = 16 * 1024 * 1024;
/** How much of its complaints is kept for the log. */
const MOST_ERRORS = 2_000;

export interface WorkerResult {
  /** Null when it was killed: it took too long, wrote too much, or the machine had no memory for it. */
  code: number | null;
  /** The worker was killed because it wrote more than any picture becomes. */
  isTooMuch: boolean;
  output: Buffer;
  errors: string;
}

/**
 * Runs a program over some bytes in a process of its own, without any of the environment: what hangs or breaks there,
 * on bytes of strangers, takes nothing with it. @param command a program and its arguments @param limits when it is killed
 */
export async function runWorker(
  command: readonly string[],
  input: Buffer,
  limits: { ms: number; stop: AbortSignal },
): Promise<WorkerResult> {
  const child = spawn(process.execPath, [...command], { env: {}, timeout: limits.ms, killSignal: 'SIGKILL' });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let errors = '';
  limits.stop.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_OUTPUT) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = `${errors}${chunk.toString()}`.slice(0, MOST_ERRORS);
  });
  // The worker may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code]: (number | null)[] = await once(child, 'close');
  return { code: code ?? null, isTooMuch: bytes > MOST_OUTPUT, output: Buffer.concat(chunks), errors };
}
