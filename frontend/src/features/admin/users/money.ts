import type { AdminUser } from '@pax/contracts';
import { formatCount, formatDecimal } from '../../../lib/values/format';

/** An amount, or the words for one that the server does not show to who lacks the right. */
export const money = (amount: string | null, missing: string): string =>
  amount === null ? missing : formatDecimal(amount);

/** Points, which tell what was spent, or the same words. */
export const pointsOf = ({ loyaltyPoints }: AdminUser, missing: string): string =>
  loyaltyPoints === null ? missing : formatCount(loyaltyPoints);
