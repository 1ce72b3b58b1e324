import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { pinToCore } from './cores.js';

const ready = z.object({ port: z.number().int() });

/** A floor: a process of its own on the core of the measured, as the backend is. */
export interface FloorProcess {
  readonly pid: number;
  readonly url: string;
  /** Tells the process something. */
  send(message: object): void;
  stop(): Promise<void>;
}

/**
 * Starts a floor's program (built, so that specs run the same) and waits until it listens.
 * @param settings the program's first message
 */
export async function startFloor(name: 'bytes' | 'chain', settings: object): Promise<FloorProcess> {
  const file = fileURLToPath(new URL(`../../dist/bench/floors/${name}.js`, import.meta.url));
  const child = fork(file, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  child.send(settings);
  const port = await Promise.race([portOf(child), ended(child, name)]);
  const pid = child.pid ?? 0;
  await pinToCore(pid, 'server');
  return {
    pid,
    url: `http://127.0.0.1:${port}`,
    send: (message) => void child.send(message),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const [message] = await once(child, 'message');
  return ready.parse(message).port;
}

async function ended(child: ChildProcess, name: string): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`the floor ${name} ended with ${code} before it listened`);
}
