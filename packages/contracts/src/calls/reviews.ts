import { z } from 'zod';
import { idParam, optionalText } from '../entities/fields.js';
import { hiddenReason, ownReview, review, REVIEW_TEXT_LENGTH, reviewRating } from '../entities/review.js';
import { defineCall, HOUR_MS } from './call-definition.js';
import { listQuery } from './pagination.js';

/** PUT /api/orders/{id}/review: rates an order; the text may be empty. */
export const writeReviewRequest = z.strictObject({
  rating: reviewRating,
  text: optionalText(REVIEW_TEXT_LENGTH).default(''),
});
export type WriteReviewRequest = z.infer<typeof writeReviewRequest>;

/** GET /api/reviews/summary */
export const reviewSummaryAnswer = z.object({
  /** Number of all ratings, with those whose review is hidden. */
  count: z.number().int(),
  /** Their average with one decimal; null without a rating. */
  average: z.number().nullable(),
  /** Number of hidden reviews. */
  hidden: z.number().int(),
});
export type ReviewSummaryAnswer = z.infer<typeof reviewSummaryAnswer>;

/** PATCH /api/admin/reviews/{id}: hides a review for a reason, or shows it again with null. */
export const hideReviewRequest = z.strictObject({ hiddenReason: hiddenReason.nullable() });
export type HideReviewRequest = z.infer<typeof hideReviewRequest>;

/** Limit of both public calls about reviews. */
const PUBLIC_BOUNDS = { perAddress: { name: 'reviews-address', points: 120, windowMs: 60_000 } } as const;

/** Calls about reviews by buyers. */
export const reviewCalls = {
  reviews: defineCall({
    method: 'GET',
    path: '/api/reviews',
    access: 'public',
    summary: 'One page of the reviews that have a text and are not hidden, newest first.',
    // A search reads every text, and this call needs no session.
    query: listQuery.refine(({ q, state }) => (q ?? state) === undefined, 'this list has no search or state'),
    answer: z.array(review),
    bounds: PUBLIC_BOUNDS,
  }),
  reviewSummary: defineCall({
    method: 'GET',
    path: '/api/reviews/summary',
    access: 'public',
    summary: 'How many buyers rated, their average, and how many reviews are hidden.',
    answer: reviewSummaryAnswer,
    bounds: PUBLIC_BOUNDS,
  }),
  ownReviews: defineCall({
    method: 'GET',
    path: '/api/account/reviews',
    access: 'session',
    summary: 'The own reviews, newest first.',
    answer: z.array(ownReview),
  }),
  writeReview: defineCall({
    method: 'PUT',
    path: '/api/orders/:id/review',
    params: { id: idParam },
    access: 'session',
    summary:
      'Reviews an own order once, when it is delivered and not wholly refunded. The same review again answers the stored one.',
    body: writeReviewRequest,
    answer: ownReview,
    errors: ['CONFLICT', 'ILLEGAL_MOVE', 'WITHDRAWN'],
    bounds: { perAccount: { name: 'reviews-account', points: 30, windowMs: HOUR_MS } },
  }),
  staffReviews: defineCall({
    method: 'GET',
    path: '/api/admin/reviews',
    access: 'staff',
    right: 'tickets',
    summary: 'One page of all reviews, newest first; `state` hidden for the hidden ones.',
    query: listQuery,
    answer: z.array(ownReview),
  }),
  hideReview: defineCall({
    method: 'PATCH',
    path: '/api/admin/reviews/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'Hides a review of somebody else for one of three reasons, or shows it again.',
    body: hideReviewRequest,
    answer: ownReview,
    errors: ['ILLEGAL_MOVE', 'OWN_ORDER'],
  }),
} as const;
