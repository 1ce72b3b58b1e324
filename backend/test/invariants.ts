import { expect } from '@jest/globals';
import { Relay } from '../src/platform/outbox/relay.js';
import { readInvariantQueries } from '../src/office/operations/invariants.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';

/** Alerts of events that could not be relayed. */
const DEAD_LETTERS = `SELECT data->>'detail' AS detail FROM outbox_events
                       WHERE type = 'alert.raised' AND data->>'kind' = 'dead-letter'`;

/** Drains the outbox, then expects no dead letter and no row from any invariant. */
export async function expectInvariants(shop: {
  app: NestFastifyApplication;
  database: DataSource;
}): Promise<void> {
  await shop.app.get(Relay).drain();
  expect({ deadLetters: await shop.database.query(DEAD_LETTERS) }).toEqual({ deadLetters: [] });
  for (const { name, sql } of await readInvariantQueries()) {
    const broken: unknown[] = await shop.database.query(sql);
    expect({ invariant: name, broken }).toEqual({ invariant: name, broken: [] });
  }
}
