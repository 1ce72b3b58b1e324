import type { AdminUser } from '@pax/contracts';
import { formatCount, formatDecimal } from '../../../lib/values/format';

/** An amount, or the words for one that the server withholds from staff without the right. */
export const money = (amount: string | null, missing: string): string =>
  amount === null ? missing : formatDecimal(amount);

/** Points, or the same words, because points reveal the money spent. */
export const pointsOf = ({ loyaltyPoints }: AdminUser, missing: string): string =>
  loyaltyPoints === null ? missing : formatCount(loyaltyPoints);
