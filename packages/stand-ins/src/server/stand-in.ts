import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';

/**
 * A stand-in for one third party. Mounts its routes, with the real service's forms of errors, on the server that all
 * stand-ins share.
 */
export interface StandIn {
  /** Short lower-case name of the service: first part of the page's address, and name of the state file. */
  readonly name: string;
  /** One line about the stand-in, for the index page. */
  readonly summary?: string;
  /** Mounts the routes; called once, before the server listens. */
  register(app: FastifyInstance): Promise<void>;
  /** Stops timers and sockets, and saves the state; called once, after the server stopped accepting requests. */
  close(): Promise<void>;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const OBJECT_LENGTH = 24;

/** Creates a random id with a service's prefix, such as `pi_3…`. */
export function newId(prefix: string, length = OBJECT_LENGTH): string {
  const letters = [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? 'a');
  return `${prefix}${letters.join('')}`;
}
