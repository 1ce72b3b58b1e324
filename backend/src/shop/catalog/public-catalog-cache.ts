import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Clock } from '../../platform/clock.js';
import { CatalogQueries } from './catalog.queries.js';

const seqRow = z.object({
  seq: z.number().nullable(),
  products: z.string().nullable(),
  balances: z.string().nullable(),
});

/** Time within which requests share one query, ms. */
const COALESCE_MS = 2;

/** Compression level of brotli: a tenth of the size, and fast enough to run at every change. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The product list for visitors, as bytes ready to send. */
export interface Snapshot {
  /** Newest sequence number of the shop room, read before the list. */
  readonly seq: number;
  readonly body: Buffer;
  /** Returns the body compressed with brotli. */
  compressed(): Buffer;
}

/** A cached product list, compressed at the first request for the compressed form. */
class CachedList {
  private brotli: Buffer | undefined;

  constructor(
    readonly stateKey: string,
    readonly body: Buffer,
  ) {}

  compressed(): Buffer {
    return (this.brotli ??= brotliCompressSync(this.body, QUALITY));
  }
}

/**
 * SQL of a hash of the data that the list is built from. Contains `xmin` (the transaction that wrote the row),
 * because versions miss some writes, and `available_from > $1`, because products appear by time alone.
 */
const STATE_KEY = `
  SELECT (SELECT seq FROM stream_rooms WHERE room = 'shop') AS seq,
         md5((SELECT string_agg(concat_ws('.', id, xmin, available_from > $1), ',' ORDER BY id)
                FROM products WHERE deleted_at IS NULL)) AS products,
         md5((SELECT string_agg(concat_ws('.', account, xmin), ',' ORDER BY account)
                FROM ledger_balances WHERE account = 'coins' OR (account >= 'stock:' AND account < 'stock;'))) AS balances`;

/**
 * Caches the public product list, built once per state of the data. Each call checks the state by a query that
 * starts after the call, so that the list is never older than the request.
 */
@Injectable()
export class PublicCatalogCache {
  private cached: CachedList | undefined;
  private refresh: Promise<Snapshot> | undefined;
  private next: Promise<Snapshot> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  /** Returns the product list as it is at the time of this call or later. */
  readSnapshot(): Promise<Snapshot> {
    return (this.next ??= this.refreshAfter(this.refresh));
  }

  private async refreshAfter(before: Promise<Snapshot> | undefined): Promise<Snapshot> {
    await before?.catch(() => undefined);
    await pause(COALESCE_MS);
    this.next = undefined;
    this.refresh = this.refreshNow();
    return this.refresh;
  }

  private async refreshNow(): Promise<Snapshot> {
    const rows = await sql(this.database).rows(seqRow, STATE_KEY, [this.clock.now()]);
    const { seq = 0, products = '', balances = '' } = rows[0] ?? {};
    const stateKey = `${products}|${balances}`;
    const list = this.cached?.stateKey === stateKey ? this.cached : await this.buildList(stateKey);
    return { seq: seq ?? 0, body: list.body, compressed: () => list.compressed() };
  }

  /**
   * Reads the list after the state's key, so that the list is at least as new; a key never comes back after a
   * change.
   */
  private async buildList(stateKey: string): Promise<CachedList> {
    const list = new CachedList(stateKey, Buffer.from(JSON.stringify(await this.catalog.listPublic())));
    this.cached = list;
    return list;
  }
}
