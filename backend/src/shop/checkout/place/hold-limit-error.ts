import type { HoldLimit, HoldLimitReason } from '@pax/contracts';
import { ShopError } from '../../../platform/problem.js';
import type { ResolvedLine } from './cart.js';

/** @throws ShopError HOLD_LIMIT when the line asks for more than it may */
export function assertWithinHoldLimit(line: ResolvedLine, limit: HoldLimit | undefined): void {
  const wanted = line.source.isCustom ? (line.customAmount ?? 0) : line.quantity;
  if (!limit || wanted <= limit.available) return;
  const { available, reason } = limit;
  const unit = line.source.isCustom ? 'M ' : ' × ';
  const most =
    available === 0 ? `no ${line.source.name}` : `at most ${available}${unit}${line.source.name} at a time`;
  throw new ShopError('HOLD_LIMIT', `${WHY[reason]} ${most}. ${UNTIL[reason](limit)}`, {
    ...limit,
  });
}

type Until = (limit: HoldLimit) => string;
const DELIVERED: Until = ({ trustedFrom }) =>
  `The limit ends once orders of $${trustedFrom} in all are delivered to you.`;
const AFTER_PAYMENT: Until = () => 'Once that is paid, you can buy more.';
const OTHER_METHODS: Until = () => 'Other ways to pay have no such limit.';
const AT: Until = ({ until = '' }) =>
  `The limit ends on ${until.slice(0, 10)} at ${until.slice(11, 16)} UTC.`;
const WHY: Record<HoldLimitReason, string> = {
  new_account: 'A new account can check out',
  address:
    'All new accounts of your connection together can hold a part of what is there, so you can check out',
  account: 'One account can hold a part of what is there, so you can check out',
  address_all:
    'All accounts of your connection together can hold a part of what is there, so you can check out',
  unpaid: 'Two of your checkouts ended unpaid within a day, so you can check out',
  unconfirmed: 'Before its payment is confirmed, an order by crypto can hold',
  unconfirmed_all: 'Many crypto orders wait for their payment, so by crypto you can order',
  lapsed: 'Crypto orders of yours were not paid, so by crypto you can order',
};
const UNTIL: Record<HoldLimitReason, Until> = {
  new_account: DELIVERED,
  address: DELIVERED,
  account: AFTER_PAYMENT,
  address_all: AFTER_PAYMENT,
  unpaid: AT,
  unconfirmed: OTHER_METHODS,
  unconfirmed_all: OTHER_METHODS,
  lapsed: (limit) => `${AT(limit)} Other ways to pay have no such limit.`,
};
