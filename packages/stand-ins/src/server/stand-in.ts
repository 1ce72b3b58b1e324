import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';

/**
 * A third party simulated by the sandbox. It mounts its routes, and the real service's forms of errors, on the server
 * that all stand-ins share.
 */
export interface StandIn {
  /** Short lower-case name: the first part of its page's address and of its state file. */
  readonly name: string;
  /** One line for the index page. */
  readonly summary?: string;
  /** Mounts routes. Called once, before the server listens. */
  register(app: FastifyInstance): Promise<void>;
  /** Stops timers and sockets and flushes state. Called once, after the server stopped accepting requests. */
  close(): Promise<void>;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const OBJECT_LENGTH = 24;

/** A random id with a service's prefix, such as `pi_3…`. */
export function newId(prefix: string, length = OBJECT_LENGTH): string {
  const letters = [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? 'a');
  return `${prefix}${letters.join('')}`;
}
