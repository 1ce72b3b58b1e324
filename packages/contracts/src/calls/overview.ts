import { z } from 'zod';
import { decimalString, id, instant } from '../entities/fields.js';
import { paymentMethod } from '../state/checkout-states.js';
import { defineCall } from './call-definition.js';

/** Periods of the overview. Each ends now; `7d` begins with the day six days ago. Days are those of UTC. */
export const OVERVIEW_PERIODS = ['today', '7d', '30d', '90d'] as const;
export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number];
export const overviewQuery = z.strictObject({ period: z.enum(OVERVIEW_PERIODS).default('today') });

/** A figure of the period, and of the same length of time before, which ends at the same time of day. */
const figureOf = <T extends z.ZodType>(value: T) => z.object({ now: value, before: value });
const wholeNumber = z.number().int();
const countFigure = figureOf(wholeNumber);
const moneyFigure = figureOf(decimalString);
/** Minutes, within 5 %; null if nothing was measured. */
const timeFigure = figureOf(z.number().nullable());
const timesFigure = z.object({ median: timeFigure, ninetyOfHundred: timeFigure });

/** Money of the period; `revenue` is the cash that was paid without what was refunded. */
const overviewMoney = z.object({
  revenue: moneyFigure,
  /** Worth of a purchase, with the credit and bonus that paid for it, without orders that went back whole. */
  average: moneyFigure,
  paid: z.object({ cash: moneyFigure, credit: moneyFigure, bonus: moneyFigure }),
  refunded: z.object({ count: countFigure, cash: moneyFigure, credit: moneyFigure, bonus: moneyFigure }),
  /** Payments that no checkout could take; they go back and are no revenue. */
  stranded: z.object({ count: countFigure, cash: moneyFigure }),
  disputes: z.object({ opened: countFigure, cash: moneyFigure, won: countFigure, lost: countFigure }),
  checkouts: z.object({ placed: countFigure, paid: countFigure }),
  /** Number of the purchases placed in the period that were paid since; `cash` is what was paid in the period. */
  ways: z.array(
    z.object({ method: paymentMethod, placed: countFigure, paid: countFigure, cash: moneyFigure }),
  ),
});

/**
 * GET /api/admin/overview. Amounts are left out without the right `money`, the pool without `products`, tickets without
 * `tickets`.
 */
export const overviewAnswer = z.object({
  from: instant,
  beforeFrom: instant,
  /** Time up to which the figures count; null before they were counted first. */
  countedTo: instant.nullable(),
  /** Orders that were paid, less those that went back whole meanwhile: it may be below zero. */
  orders: countFigure,
  /** Buyers whose first purchase it was, and those who had bought before the period. */
  buyers: z.object({ new: countFigure, returning: countFigure }),
  /** Hours of today, or days of the period; null for hours that have not begun. */
  series: z.array(
    z.object({
      at: instant,
      orders: figureOf(wholeNumber.nullable()),
      revenue: figureOf(decimalString.nullable()).optional(),
    }),
  ),
  /** Without orders whose payment is unconfirmed. */
  work: z.object({ open: wholeNumber, overdue: wholeNumber, oldestAt: instant.nullable() }),
  delivery: timesFigure.extend({ delivered: countFigure }),
  /** Best-selling products, by their worth with the right `money`, else by pieces. */
  goods: z.array(z.object({ id, name: z.string(), pieces: countFigure, worth: moneyFigure.optional() })),
  pool: z
    .object({
      onHand: wholeNumber,
      sold: countFigure,
      /** Days until the pool is empty at the pace of the last seven days; null if nothing was sold. */
      daysLeft: z.number().nullable(),
    })
    .optional(),
  tickets: timesFigure
    .extend({ opened: countFigure, answered: countFigure, waiting: wholeNumber })
    .optional(),
  posts: z.object({ sent: countFigure, waiting: wholeNumber, failed: wholeNumber }),
  money: overviewMoney.optional(),
});
export type OverviewAnswer = z.infer<typeof overviewAnswer>;

/** Calls of the panel's overview. */
export const overviewCalls = {
  overview: defineCall({
    method: 'GET',
    path: '/api/admin/overview',
    access: 'staff',
    right: 'orders',
    summary: 'Figures of the shop for a period, each beside that of the same length of time before.',
    query: overviewQuery,
    answer: overviewAnswer,
  }),
} as const;
