import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { HideReview } from './hide-review.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsQueries } from './reviews.queries.js';
import { WriteReview } from './write-review.js';

/** Reviews by buyers of what was delivered to them. */
@Module({
  imports: [AccountsModule],
  controllers: [ReviewsController],
  providers: [HideReview, ReviewsQueries, WriteReview],
})
export class ReviewsModule {}
