import { Controller, Res } from '@nestjs/common';
import {
  reviewCalls,
  type HideReviewRequest,
  type ListQuery,
  type OwnReview,
  type Review,
  type ReviewSummaryAnswer,
  type WriteReviewRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { HideReview } from './hide-review.js';
import { ReviewsQueries } from './reviews.queries.js';
import { WriteReview } from './write-review.js';

@Controller()
export class ReviewsController {
  constructor(
    private readonly writeReview: WriteReview,
    private readonly hideReview: HideReview,
    private readonly reviews: ReviewsQueries,
  ) {}

  @Call(reviewCalls.reviews)
  async listShown(
    @ZodQuery(reviewCalls.reviews.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Review[]> {
    return sendPage(reply, reviewCalls.reviews, query, await this.reviews.listShown(query));
  }

  @Call(reviewCalls.reviewSummary)
  readSummary(): Promise<ReviewSummaryAnswer> {
    return this.reviews.readSummary();
  }

  @Call(reviewCalls.ownReviews)
  listOwn(@CurrentActor() { userId }: Actor): Promise<OwnReview[]> {
    return this.reviews.listOwn(userId);
  }

  @Call(reviewCalls.writeReview)
  async write(
    @CurrentActor() { userId }: Actor,
    @PathParam(reviewCalls.writeReview, 'id') orderId: number,
    @ZodBody(reviewCalls.writeReview.body) input: WriteReviewRequest,
  ): Promise<OwnReview> {
    const written = await this.writeReview.execute({ ...input, orderId, userId });
    this.reviews.forgetCounts();
    return written;
  }

  @Call(reviewCalls.staffReviews)
  async listAll(
    @ZodQuery(reviewCalls.staffReviews.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnReview[]> {
    return sendPage(reply, reviewCalls.staffReviews, query, await this.reviews.listAll(query));
  }

  @Call(reviewCalls.hideReview)
  async hide(
    @CurrentActor() actor: Actor,
    @PathParam(reviewCalls.hideReview, 'id') reviewId: number,
    @ZodBody(reviewCalls.hideReview.body) { hiddenReason }: HideReviewRequest,
  ): Promise<OwnReview> {
    const changed = await this.hideReview.execute({
      reviewId,
      hiddenReason,
      actor: actorName(actor),
      role: actor.role,
    });
    this.reviews.forgetCounts();
    return changed;
  }
}
