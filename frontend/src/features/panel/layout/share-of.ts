import { fromDecimal, type ReconciliationAnswer } from '@pax/contracts';
import { formatNumber } from '../../../lib/values/format';

/** The percentage of dollars that agree, over all providers; rounded down, so that 100 means all. */
export function shareOf(compared: Pick<ReconciliationAnswer[number], 'total' | 'matched'>[]): string {
  const sum = (of: 'total' | 'matched') => compared.reduce((cents, one) => cents + fromDecimal(one[of]), 0);
  const total = sum('total');
  return formatNumber(total === 0 ? 100 : Math.floor((sum('matched') / total) * 1_000) / 10);
}
