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

/** Requests within this time share one query, ms. */
const COALESCE_MS = 2;

/** Compresses to about a tenth, fast enough to run at every change. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The product list for visitors, as bytes. */
export interface Snapshot {
  /** Newest sequence number of the shop room, read before the list. */
  readonly seq: number;
  readonly body: Buffer;
  /** The body, brotli-compressed. */
  compressed(): Buffer;
}

/** A cached list, compressed once at the first request for it. */
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
 * Hashes the state that the list is built from. It uses `xmin` (the transaction that wrote the row) because versions
 * miss some writes, and `available_from > $1` because products appear by time alone.
 */
const STATE_KEY = `
  SELECT (SELECT seq FROM stream_rooms WHERE room = 'shop') AS seq,
         md5((SELECT string_agg(concat_ws('.', id, xmin, available_from > $1), ',' ORDER BY id)
                FROM products WHERE deleted_at IS NULL)) AS products,
         md5((SELECT string_agg(concat_ws('.', account, xmin), ',' ORDER BY account)
                FROM ledger_balances WHERE account = 'coins' OR (account >= 'stock:' AND account < 'stock;'))) AS balances`;

/**
 * The public product list, built once per state. Each call checks the state in a query that starts after the call, so
 * that the list is never older than the request.
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

  /** Returns the list as it is shortly after this call. */
  read(): Promise<Snapshot> {
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
    const list = this.cached?.stateKey === stateKey ? this.cached : await this.build(stateKey);
    return { seq: seq ?? 0, body: list.body, compressed: () => list.compressed() };
  }

  /** The list is read after the key, so it is at least as new as the key; a key never recurs after a change. */
  private async build(stateKey: string): Promise<CachedList> {
    const list = new CachedList(stateKey, Buffer.from(JSON.stringify(await this.catalog.list())));
    this.cached = list;
    return list;
  }
}
