import type { FastifyRequest } from 'fastify';
import { ShopError } from '../problem.js';

/** Deeper than any body of the contracts. */
const MAX_DEPTH = 12;
/** More than any body of the contracts: a cart with every product has some hundreds. */
const MAX_VALUES = 10_000;
/** NUL, which Postgres cannot store, and lone surrogates, which are no text. */
const UNSAFE_TEXT = /\0|\p{Surrogate}/u;
/** Keys that could change an object's prototype. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses unsafe text, prototype keys, deep nesting and too many values anywhere in a request, before it is used.
 * @throws ShopError VALIDATION
 */
export function assertSafeInput({
  body,
  query,
  params,
}: Pick<FastifyRequest, 'body' | 'query' | 'params'>): void {
  let level: unknown[] = [body, query, params];
  let values = level.length;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw unsafe('The request is nested too deeply.');
    const next: unknown[] = [];
    for (const value of level)
      for (const child of childrenOf(value)) {
        // Counted while walking, so that a level of millions is not copied first.
        values += 1;
        if (values > MAX_VALUES) throw unsafe('The request holds too much.');
        next.push(child);
      }
    level = next;
  }
}

function* childrenOf(value: unknown): Generator {
  if (typeof value === 'string' && UNSAFE_TEXT.test(value))
    throw unsafe('The request holds characters that are not text.');
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  if (Array.isArray(value)) {
    yield* value;
    return;
  }
  for (const key of Object.keys(value)) {
    if (RESERVED.has(key)) throw unsafe('The request holds a key that is not allowed.');
    yield key;
    yield Reflect.get(value, key);
  }
}

const unsafe = (message: string): ShopError => new ShopError('VALIDATION', message);
