import { fromDecimal, type ReconciliationAnswer } from '@pax/contracts';

const PERCENT = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 1 });

/** The share of dollars that agree, over all providers, rounded down: only all of them are 100 %. */
export function shareOf(compared: Pick<ReconciliationAnswer[number], 'total' | 'matched'>[]): string {
  const sum = (of: 'total' | 'matched') => compared.reduce((cents, one) => cents + fromDecimal(one[of]), 0);
  const total = sum('total');
  return PERCENT.format(total === 0 ? 1 : Math.floor((sum('matched') / total) * 1_000) / 1_000);
}
