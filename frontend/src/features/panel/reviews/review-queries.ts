import { reviewCalls } from '@pax/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeyFor } from '../../../lib/http/call-api';
import { collectRows, pagedQueryOptions } from '../../../lib/http/paged-list';

/** Prefix of the query keys of all lists of reviews. */
export const REVIEWS = queryKeyFor(reviewCalls.staffReviews);

/** Query parameters of a list of reviews; also the last part of the list's query key. */
export type ReviewQuery = Readonly<Record<'state' | 'q', string>>;

/** Loads the reviews that match filter and search, page by page. */
export const useReviewList = (query: ReviewQuery) =>
  useInfiniteQuery({
    ...pagedQueryOptions(reviewCalls.staffReviews, query),
    select: collectRows,
    placeholderData: (before) => before,
    // No live message tells of a new review.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
