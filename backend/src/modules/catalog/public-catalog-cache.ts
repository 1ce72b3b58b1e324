import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { DataSource } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { CatalogQueries } from './catalog.queries.js';

/** Visitors who come within this time share one look, ms. */
const GATHER_MS = 2;

/** Strong enough for a tenth of the size, quick enough for every change. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The list that every visitor gets, as bytes. */
export interface Snapshot {
  /** Newest number of the shop's room, read before the list. */
  readonly seq: number;
  readonly body: Buffer;
  /** The same as brotli. */
  packed(): Buffer;
}

/** A list as it is kept; packed once, when somebody wants it so. */
class KeptList {
  private brotli: Buffer | undefined;

  constructor(
    readonly mark: string,
    readonly body: Buffer,
  ) {}

  packed(): Buffer {
    return (this.brotli ??= brotliCompressSync(this.body, QUALITY));
  }
}

/**
 * Names the state that the list is made of: which row was written by whom (`xmin` is the writing transaction of a
 * row, so that any write changes it, whoever forgot to raise a version), and what the clock hides.
 */
const MARK = `
  SELECT (SELECT seq FROM stream_rooms WHERE room = 'shop') AS seq,
         md5((SELECT string_agg(concat_ws('.', id, xmin, available_from > $1), ',' ORDER BY id)
                FROM products WHERE deleted_at IS NULL)) AS products,
         md5((SELECT string_agg(concat_ws('.', account, xmin), ',' ORDER BY account)
                FROM ledger_balances WHERE account = 'coins' OR (account >= 'stock:' AND account < 'stock;'))) AS balances`;

/**
 * The public product list, made once per state. Nothing is kept on trust: before every answer the database says
 * whether it is still the same state, and callers who come together share one such look – always one that began
 * after they asked, so that nobody is shown less than what was committed before (SHOP-7.11, OWN-281, D-70).
 */
@Injectable()
export class PublicCatalogCache {
  private kept: KeptList | undefined;
  private refresh: Promise<Snapshot> | undefined;
  private next: Promise<Snapshot> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  /** The list as it is at some moment after this call. */
  read(): Promise<Snapshot> {
    return (this.next ??= this.refreshAfter(this.refresh));
  }

  private async refreshAfter(before: Promise<Snapshot> | undefined): Promise<Snapshot> {
    await before?.catch(() => undefined);
    await pause(GATHER_MS);
    this.next = undefined;
    this.refresh = this.lookNow();
    return this.refresh;
  }

  private async lookNow(): Promise<Snapshot> {
    const rows: { seq: number | null; products: string | null; balances: string | null }[] =
      await this.database.query(MARK, [this.clock.now()]);
    const { seq = 0, products = '', balances = '' } = rows[0] ?? {};
    const mark = `${products}|${balances}`;
    const list = this.kept?.mark === mark ? this.kept : await this.make(mark);
    return { seq: seq ?? 0, body: list.body, packed: () => list.packed() };
  }

  /** Made after the mark was read, so at least as new; a mark that was changed meanwhile never returns. */
  private async make(mark: string): Promise<KeptList> {
    const list = new KeptList(mark, Buffer.from(JSON.stringify(await this.catalog.list())));
    this.kept = list;
    return list;
  }
}
