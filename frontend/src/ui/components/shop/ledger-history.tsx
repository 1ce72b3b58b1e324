import { chakra } from '@chakra-ui/react/styled-system';
import type { LedgerEntry } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatCount, formatDateTime, formatDecimal, FACT_SEPARATOR } from '../../../lib/values/format';
import { receiptAddress } from '../../../lib/values/urls';
import { TextLink } from '../base/page';

const List = chakra('ol', { base: { display: 'grid' } });
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '4',
    alignItems: 'baseline',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'line',
    _first: { borderTopWidth: '0' },
  },
});
const What = chakra('p', { base: { lineHeight: 'snug', overflowWrap: 'anywhere' } });
const Small = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '0.5' } });
const Side = chakra('div', { base: { textAlign: 'end', textStyle: 'numeric' } });
const Amount = chakra('p', {
  base: {
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
    '&[data-balance=points][data-up]': { color: 'loyalty' },
    '&[data-up]': { color: 'money' },
  },
});

/** Formats the amount of a ledger entry: money with two decimals, a count without. */
const formatLedgerAmount = (amount: string): string =>
  amount.includes('.') ? formatDecimal(amount) : formatCount(Number(amount));
const formatSignedAmount = (amount: string): string =>
  amount.startsWith('-') ? `−${formatLedgerAmount(amount.slice(1))}` : `+${formatLedgerAmount(amount)}`;

interface LineProps {
  readonly entry: LedgerEntry;
  /** True when the entry of a purchase links to its receipt, which only its buyer may read. */
  readonly hasReceipt?: boolean;
}

/** Row of one ledger entry: its reason, its amount and the balance after it. */
export function LedgerLine({ entry, hasReceipt = false }: LineProps) {
  const { t } = useTranslation('ledger');
  const { t: loyalty } = useTranslation('loyalty');
  const entryReasonOf = ({ balance, reason, orderId, rewardKey }: LedgerEntry): string => {
    const isGoods = balance === 'stock' || balance === 'coins';
    if (reason === 'purchase' && isGoods) return t('reason.sold');
    const name = rewardKey === null ? '' : loyalty(`reward.${rewardKey}.name`);
    return t(`reason.${reason}`, { order: orderId ?? '', name });
  };
  return (
    <>
      <div>
        <What>{entryReasonOf(entry)}</What>
        <Small>
          <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>
          {FACT_SEPARATOR}
          {t(`balance.${entry.balance}`)}
          {entry.actor !== undefined && <span>{FACT_SEPARATOR + t('actor', { actor: entry.actor })}</span>}
          {hasReceipt && entry.checkout !== null && (
            <span>
              {FACT_SEPARATOR}
              <TextLink asChild>
                <Link to={receiptAddress(entry.checkout)}>{t('receipt')}</Link>
              </TextLink>
            </span>
          )}
        </Small>
      </div>
      <Side>
        <Amount data-balance={entry.balance} data-up={entry.amount.startsWith('-') ? undefined : ''}>
          {formatSignedAmount(entry.amount)}
        </Amount>
        <Small>
          {entry.after.startsWith('-')
            ? t('below', { amount: formatLedgerAmount(entry.after.slice(1)) })
            : t('after', { amount: formatLedgerAmount(entry.after) })}
        </Small>
      </Side>
    </>
  );
}

interface LedgerHistoryProps {
  readonly entries: readonly LedgerEntry[];
  /** True when entries of purchases link to their receipts, which only their buyer may read. */
  readonly hasReceipts?: boolean;
}

/** List of ledger entries, newest first: reason, amount, and the balance after each entry. */
export function LedgerHistory({ entries, hasReceipts = false }: LedgerHistoryProps) {
  return (
    <List>
      {entries.map((entry) => (
        <Row key={`${entry.balance} ${entry.id}`}>
          <LedgerLine entry={entry} hasReceipt={hasReceipts} />
        </Row>
      ))}
    </List>
  );
}
