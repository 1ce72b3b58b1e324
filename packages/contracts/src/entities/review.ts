import { z } from 'zod';
import { id, instant } from './fields.js';
import type { Order } from './order.js';

/** Longest text of a review, in characters. */
export const REVIEW_TEXT_LENGTH = 1_000;
/** Rating in stars. */
export const reviewRating = z.number().int().min(1).max(5);

/** The only reasons for which staff may hide a review. */
export const HIDDEN_REASONS = ['insult', 'personal_data', 'advertising'] as const;
export const hiddenReason = z.enum(HIDDEN_REASONS);
export type HiddenReason = z.infer<typeof hiddenReason>;

/** Review by a buyer, as everybody sees it: without the buyer's name. */
export const review = z.object({
  id,
  rating: reviewRating,
  /** Empty when the buyer only rated, and after the buyer's account was deleted. */
  text: z.string(),
  productName: z.string(),
  category: z.string(),
  createdAt: instant,
});
export type Review = z.infer<typeof review>;

/** Review, as its author and staff see it. */
export const ownReview = review.extend({
  orderId: id,
  /** Null while the review is shown. */
  hiddenReason: hiddenReason.nullable(),
});
export type OwnReview = z.infer<typeof ownReview>;

/** True when the buyer may review the order: it was bought and delivered, and not all of its money went back. */
export const isReviewable = ({
  kind,
  status,
  paymentStatus,
}: Pick<Order, 'kind' | 'status' | 'paymentStatus'>) =>
  kind === 'purchase' &&
  (status === 'completed' || status === 'archived') &&
  !['refunded', 'lost', 'void', 'unconfirmed'].includes(paymentStatus);
