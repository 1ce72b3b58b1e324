import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Picture } from '@pax/contracts';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { EncodedPicture } from './picture-encoder.js';

const EXTENSION = '.webp';
/**
 * Size of the picture cache, bytes. Pictures are cached because reading megabytes from the database delays other
 * calls.
 */
const CACHE_BYTES = 32 * 1024 * 1024;
const CACHE_MS = 10 * 60_000;
const bytesRow = z.object({ bytes: z.instanceof(Buffer) });

export const pictureFileName = (hash: string): string => `${hash}${EXTENSION}`;
export const hashFromFileName = (file: string): string => file.slice(0, -EXTENSION.length);

/** Stores each picture once, by the hash of its bytes. The code that stores a picture decides who may see it. */
@Injectable()
export class PictureStore {
  /** Cache of picture bytes. Concurrent reads of one picture share one query. */
  private readonly cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: CACHE_MS,
    fetchMethod: (hash) => this.readPicture(hash),
  });

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a picture and locks it until the transaction ends; the transaction must also write who uses the picture.
   */
  async storePicture(tx: Tx, { bytes, width, height }: EncodedPicture): Promise<Picture & { hash: string }> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    await sql(tx).run(
      `INSERT INTO pictures (hash, bytes, width, height, stored_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (hash) DO UPDATE SET stored_at = EXCLUDED.stored_at`,
      [hash, bytes, width, height, this.clock.now()],
    );
    return { hash, file: pictureFileName(hash), width, height };
  }

  /**
   * Reads a picture's bytes, which are shared and must not be changed. The caller has checked that the reader may
   * see the picture.
   */
  readBytes(hash: string): Promise<Buffer | undefined> {
    return this.cache.fetch(hash);
  }

  private async readPicture(hash: string): Promise<Buffer | undefined> {
    const row = await sql(this.database).first(bytesRow, 'SELECT bytes FROM pictures WHERE hash = $1', [
      hash,
    ]);
    return row?.bytes;
  }

  /** Tells whether a picture was uploaded for products, so that everybody may see it. */
  isProductPicture(hash: string): Promise<boolean> {
    return sql(this.database).exists('SELECT 1 FROM product_pictures WHERE hash = $1', [hash]);
  }

  /** Deletes those of the given pictures that nobody uses; waits for transactions that are storing one of them. */
  async deleteUnusedPictures(tx: Tx, hashes: readonly string[]): Promise<void> {
    await sql(tx).run('SELECT 1 FROM pictures WHERE hash = ANY($1) ORDER BY hash FOR UPDATE', [hashes]);
    // Deletes in a second statement, which sees what the transactions that held the locks have written.
    await sql(tx).run(
      `DELETE FROM pictures p WHERE p.hash = ANY($1)
          AND NOT EXISTS (SELECT 1 FROM product_pictures u WHERE u.hash = p.hash)
          AND NOT EXISTS (SELECT 1 FROM ticket_pictures u WHERE u.hash = p.hash)`,
      [hashes],
    );
  }
}
