import {
  hiddenReason,
  type ListQuery,
  type OwnReview,
  type Review,
  type ReviewSummaryAnswer,
} from '@pax/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql, Where } from '../../platform/database/sql.js';
import { parsePageCursor, parseSearch, readPageIds, requireSort } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';

const reviewRow = z.object({
  id: z.number(),
  orderId: z.number(),
  rating: z.number(),
  text: z.string(),
  productName: z.string(),
  category: z.string(),
  createdAt: z.date(),
  hiddenReason: hiddenReason.nullable(),
});
const SELECTED = `SELECT r.id, r.order_id AS "orderId", r.rating, r.text, o.product_name AS "productName", o.category,
    r.created_at AS "createdAt", r.hidden_reason AS "hiddenReason" FROM reviews r JOIN orders o ON o.id = r.order_id`;

const toReview = ({ createdAt, ...row }: z.infer<typeof reviewRow>): OwnReview => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Leaves out the order, which would lead to the buyer. */
const toPublicReview = ({ id, rating, text, productName, category, createdAt }: OwnReview): Review => ({
  id,
  rating,
  text,
  productName,
  category,
  createdAt,
});

/** Reads the review of an order; undefined without one. */
export async function readReviewOfOrder(
  manager: EntityManager,
  orderId: number,
): Promise<OwnReview | undefined> {
  const row = await sql(manager).first(reviewRow, `${SELECTED} WHERE r.order_id = $1`, [orderId]);
  return row && toReview(row);
}

const countsRow = z.object({
  count: z.number(),
  average: z.number().nullable(),
  hidden: z.number(),
  /** Number of reviews that everybody may read. */
  shown: z.number(),
});
type ReviewCounts = z.infer<typeof countsRow>;
/** Time for which counts are given again, ms; a change in the same process is counted at once. */
const CACHE_MS = 60_000;
/** Most reviews that an account page shows. */
const OWN_LIMIT = 500;

/** Reads reviews by buyers. */
@Injectable()
export class ReviewsQueries {
  /** The latest counts, shared by all requests, since counting reads all ratings. */
  private counts: Promise<ReviewCounts> | undefined;
  private freshUntil = 0;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads one page of what everybody may read: reviews with a text that are not hidden.
   * @throws ShopError VALIDATION for another sort or an invalid cursor
   */
  async listShown(query: ListQuery): Promise<Page<Review>> {
    const { shown } = await this.readCounts();
    const page = await this.listPage(query, `r.hidden_at IS NULL AND r.text <> ''`, shown);
    return { ...page, items: page.items.map(toPublicReview) };
  }

  /**
   * Reads one page of all reviews, or of the hidden ones.
   * @throws ShopError VALIDATION for an unknown state, another sort or an invalid cursor
   */
  listAll(query: ListQuery): Promise<Page<OwnReview>> {
    if (query.state && query.state !== 'hidden')
      throw new ShopError('VALIDATION', 'state: this list knows only "hidden"');
    return this.listPage(query, query.state ? 'r.hidden_at IS NOT NULL' : undefined);
  }

  /** Lists the reviews that an account wrote, newest first. */
  async listOwn(userId: number): Promise<OwnReview[]> {
    const rows = await sql(this.database).rows(
      reviewRow,
      `${SELECTED} WHERE o.user_id = $1 ORDER BY r.id DESC LIMIT ${OWN_LIMIT}`,
      [userId],
    );
    return rows.map(toReview);
  }

  /** Counts ratings. A hidden review keeps its rating in the average, so that hiding cannot improve it. */
  async readSummary(): Promise<ReviewSummaryAnswer> {
    const { count, average, hidden } = await this.readCounts();
    return { count, average, hidden };
  }

  /** Makes the next request count again, after a review was written, hidden or shown. */
  forgetCounts(): void {
    this.counts = undefined;
  }

  private readCounts(): Promise<ReviewCounts> {
    const now = this.clock.now().getTime();
    if (!this.counts || now >= this.freshUntil) {
      this.freshUntil = now + CACHE_MS;
      const counted = this.countReviews();
      this.counts = counted;
      // A failed count is tried again by the next request.
      counted.catch(() => (this.counts === counted ? (this.counts = undefined) : undefined));
    }
    return this.counts;
  }

  private async countReviews(): Promise<ReviewCounts> {
    const counts = await sql(this.database).first(
      countsRow,
      `SELECT count(*)::int AS count, round(avg(rating), 1)::float8 AS average, count(hidden_at)::int AS hidden,
              count(*) FILTER (WHERE hidden_at IS NULL AND text <> '')::int AS shown FROM reviews`,
    );
    return counts ?? { count: 0, average: null, hidden: 0, shown: 0 };
  }

  private async listPage(
    { q, sort, cursor, limit }: ListQuery,
    condition: string | undefined,
    known?: number,
  ): Promise<Page<OwnReview>> {
    requireSort(sort, 'newest');
    const start = parsePageCursor(cursor);
    const where = new Where();
    if (condition !== undefined) where.addCondition(condition);
    const search = parseSearch(q);
    if (search) where.addCondition(`lower(r.text) LIKE lower(${where.addParameter(search.pattern)})`);
    const { ids, total, next } = await readPageIds(this.database, {
      from: 'reviews r',
      id: 'r.id',
      where,
      isSearched: search !== undefined,
      ...(known === undefined ? {} : { known }),
      after: start && ((paged) => `r.id < ${paged.addParameter(start.id)}::int8`),
      orderBy: 'r.id DESC',
      limit,
    });
    const rows = await sql(this.database).rows(
      reviewRow,
      `${SELECTED} WHERE r.id = ANY($1) ORDER BY r.id DESC`,
      [ids],
    );
    return { items: rows.map(toReview), total, ...(next === undefined ? {} : { next }) };
  }
}
