import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { pinToCore } from './pin-to-core.js';

const readyMessage = z.object({ port: z.number().int() });

/**
 * A floor of the bench (the least work for the same result) as a separate process on the measured core, like the
 * backend.
 */
export interface FloorProcess {
  readonly pid: number;
  readonly url: string;
  /** Sends a message to the process. */
  send(message: object): void;
  stop(): Promise<void>;
}

/**
 * Starts the built program of a floor and waits until it listens.
 * @param settings first message to the program
 */
export async function startFloor(
  name: 'http-server' | 'notify-to-socket',
  settings: object,
): Promise<FloorProcess> {
  const file = fileURLToPath(new URL(`../../dist/bench/floors/${name}.js`, import.meta.url));
  const child = fork(file, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  child.send(settings);
  const port = await Promise.race([receivePort(child), throwOnExit(child, name)]);
  const pid = child.pid ?? 0;
  await pinToCore(pid, 'server');
  return {
    pid,
    url: `http://127.0.0.1:${port}`,
    send: (message) => void child.send(message),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

async function receivePort(child: ChildProcess): Promise<number> {
  const [message] = await once(child, 'message');
  return readyMessage.parse(message).port;
}

async function throwOnExit(child: ChildProcess, name: string): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`the floor ${name} ended with ${code} before it listened`);
}
