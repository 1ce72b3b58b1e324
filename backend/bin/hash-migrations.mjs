#!/usr/bin/env node
/** Writes the hashes of this version's migrations, from the built backend, into released.json; part of a release. */
import { writeFileSync } from 'node:fs';
import { SHOP_VERSION } from '@pax/contracts';
import { hashMigrations } from '../dist/platform/database/migration-record.js';
import { MIGRATIONS } from '../dist/platform/database/migrations/index.js';

const file = new URL('../src/platform/database/migrations/released.json', import.meta.url);
const released = { version: SHOP_VERSION, migrations: await hashMigrations(MIGRATIONS) };
writeFileSync(file, `${JSON.stringify(released, null, 2)}\n`);
