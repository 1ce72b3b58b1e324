import { parseDecimalToCents, type ReconciliationAnswer, operationCalls } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatShortTime } from '../../../lib/values/format';
import { Icon } from '../../../ui/components/base/icon';
import { useNow } from '../../../lib/hooks/use-now';
import { queryOptionsFor } from '../../../lib/http/call-api';

/**
 * Percentage of the compared dollars that agree, over all providers; rounded down, so that 100 means complete
 * agreement.
 */
export function computeMatchedShare(
  compared: Pick<ReconciliationAnswer[number], 'total' | 'matched'>[],
): string {
  const sumCents = (of: 'total' | 'matched') =>
    compared.reduce((cents, one) => cents + parseDecimalToCents(one[of]), 0);
  const total = sumCents('total');
  return formatNumber(total === 0 ? 100 : Math.floor((sumCents('matched') / total) * 1_000) / 10);
}

const NAMES: Readonly<Record<string, string>> = {
  crypto: 'Crypto',
  paypal: 'PayPal',
  'paypal-orders': 'PayPal',
  stripe: 'Stripe',
};

/** A payment provider's display name; an unknown provider keeps its stored name. */
export const providerName = (provider: string): string => NAMES[provider] ?? provider;

/** Poll interval of the reconciliation's result, ms; the reconciliation itself runs once an hour. */
const POLL_MS = 5 * 60_000;
/** Age from which the reconciliation's result counts as outdated, because several runs were missed, ms. */
const STALE_MS = 3 * 3_600_000;

const Foot = chakra('p', {
  base: {
    display: 'flex',
    gap: '2',
    mx: { lg: '3' },
    px: { base: '3', lg: '2.5' },
    pt: { base: '1', lg: '3' },
    pb: { base: '1', lg: '0' },
    borderTopWidth: { lg: '1px' },
    borderBottomWidth: { base: '1px', lg: '0' },
    borderColor: 'line',
    color: 'muted',
    textStyle: 'small',
    '& svg': { flexShrink: '0', mt: '2px' },
    '&[data-differs]': { color: 'danger' },
  },
});

/** Fact of the summary; on a phone all facts stand in one line above the tabs. */
const Line = chakra('span', {
  base: {
    display: { base: 'inline', lg: 'block' },
    '&:not(:last-child)': { _after: { content: { base: '"\u00a0· "', lg: 'none' } } },
  },
});

/**
 * Percentage of the providers' payments that agree with the shop's books, with the oldest difference and the last
 * check.
 */
export function ReconciliationSummary() {
  const { t } = useTranslation('admin');
  const now = useNow();
  const { data } = useQuery({ ...queryOptionsFor(operationCalls.reconciliation), refetchInterval: POLL_MS });
  if (data === undefined || data.length === 0) return null;
  const differences = data.reduce((sum, { differences: found }) => sum + found.length, 0);
  const since = findOldestDifference(data);
  const checked = data.map(({ checkedAt }) => checkedAt).toSorted()[0] ?? '';
  const isStale = now - Date.parse(checked) > STALE_MS;
  const isWrong = differences > 0 || isStale;
  return (
    <Foot data-differs={isWrong ? '' : undefined}>
      <Icon name={isWrong ? 'alert' : 'check'} size={16} />
      <span>
        <Line>
          {t('money.share', {
            share: computeMatchedShare(data),
            providers: listComparedProviders(data, t('money.and')),
          })}
        </Line>
        {differences > 0 && <Line>{t('money.differences', { count: differences })}</Line>}
        <Line>{t(isStale ? 'money.stale' : 'money.checked', { time: formatShortTime(checked, now) })}</Line>
        {since !== undefined && <Line>{t('money.since', { time: formatShortTime(since, now) })}</Line>}
      </span>
    </Foot>
  );
}

/** Returns the names of the compared providers, because payments by PayPal's form and crypto cannot be compared. */
const listComparedProviders = (compared: ReconciliationAnswer, and: string): string => {
  const moved = compared.filter(({ total }) => parseDecimalToCents(total) > 0);
  const names = (moved.length > 0 ? moved : compared).map(({ provider }) => providerName(provider));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
};

const findOldestDifference = (compared: ReconciliationAnswer): string | undefined =>
  compared.flatMap(({ oldestUnmatchedAt }) => oldestUnmatchedAt ?? []).toSorted()[0];
