import { expect } from '@jest/globals';
import { Relay } from '../src/infra/outbox/relay.js';
import { readInvariants } from '../src/modules/operations/invariants.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';

/** Drains the outbox and expects every invariant to return no row. */
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
