import type { FastifyRequest } from 'fastify';
import { ShopError } from './problem.js';

/** Deeper than any body of ours. */
const MAX_DEPTH = 12;
/** More than any body of ours: an order of everything there is has some hundreds. */
const MAX_VALUES = 10_000;
/** What Postgres can't store (NUL) and what is no text at all (half of a character). */
const UNSAFE_TEXT = /\0|\p{Surrogate}/u;
/** Keys that mean something to JavaScript objects and nothing to the shop. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Looks through what a call brought, before anything is done with it: text that can't be kept, keys that could
 * change what objects are, nesting without end and heaps of values are 400, wherever they stand.
 * @throws ShopError VALIDATION
 */
export function assertSafeInput({
  body,
  query,
  params,
}: Pick<FastifyRequest, 'body' | 'query' | 'params'>): void {
  let level: unknown[] = [body, query, params];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > MAX_DEPTH) throw unsafe('The request is nested too deeply.');
    if (values > MAX_VALUES) throw unsafe('The request holds too much.');
    level = level.flatMap((value) => childrenOf(value));
  }
}

function childrenOf(value: unknown): unknown[] {
  if (typeof value === 'string') {
    if (UNSAFE_TEXT.test(value)) throw unsafe('The request holds characters that are not text.');
    return [];
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  if (Array.isArray(value)) return value;
  return Object.entries(value).flatMap(([key, child]) => {
    if (RESERVED.has(key)) throw unsafe('The request holds a key that is not allowed.');
    return [key, child];
  });
}

const unsafe = (message: string): ShopError => new ShopError('VALIDATION', message);
