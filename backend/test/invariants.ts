import { expect } from '@jest/globals';
import { Relay } from '../src/infra/outbox/relay.js';
import { readInvariants } from '../src/modules/operations/invariants.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';

/** Every invariant of the shop answers no row, once the outbox is drained. */
export async function expectInvariants(shop: {
  app: NestFastifyApplication;
  database: DataSource;
}): Promise<void> {
  await shop.app.get(Relay).drain();
  for (const { name, sql } of await readInvariants()) {
    const broken: unknown[] = await shop.database.query(sql);
    expect({ invariant: name, broken }).toEqual({ invariant: name, broken: [] });
  }
}
