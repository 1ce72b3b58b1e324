import { chakra } from '@chakra-ui/react/styled-system';
import { MAX_EXACT_TOTAL, type OrderBuyer, type StaffOrder } from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { SkeletonText } from '../../../ui/components/feedback/skeleton';
import { Chip } from '../../../ui/components/shop/chip';
import { formatCount, formatDate, formatDecimal } from '../../../lib/values/format';
import { useHasRight } from '../access/rights';
import { FactList } from '../shared/fact-list';
import { TicketStatusChip } from '../tickets/ticket-chips';
import { useOrderBuyer } from '../users/history-queries';
import { TierName } from '../users/user-row';
import { OrderStatusChip } from './order-chips';

const Card = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    p: '3',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'line',
    '& a': { textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});
const Head = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' } });
const Name = chakra('span', { base: { fontWeight: 'semibold', overflowWrap: 'anywhere', minWidth: '0' } });
const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const ListTitle = chakra('h4', { base: { color: 'muted', textStyle: 'small' } });
const List = chakra('ul', { base: { display: 'grid' } });
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '3',
    alignItems: 'center',
    minHeight: '32px',
    fontSize: 'sm',
    '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Number whose count ends at MAX_EXACT_TOTAL. */
const formatCapped = (count: number): string =>
  count > MAX_EXACT_TOTAL ? `${formatCount(MAX_EXACT_TOTAL)}+` : formatCount(count);

interface ShortListProps {
  readonly title: string;
  readonly children: ReactNode;
}

function ShortList({ title, children }: ShortListProps) {
  return (
    <div>
      <ListTitle>{title}</ListTitle>
      <List aria-label={title}>{children}</List>
    </div>
  );
}

/** Other orders of the buyer, each of which opens in the same sheet. */
function OtherOrders({ buyer: { orders, isOnlyPurchase } }: { readonly buyer: OrderBuyer }) {
  const { t } = useTranslation('admin');
  const [params] = useSearchParams();
  const addressOf = (id: number): string => {
    const next = new URLSearchParams(params);
    next.set('open', String(id));
    return `?${next.toString()}`;
  };
  return (
    <>
      {isOnlyPurchase && <Quiet>{t('buyer.onlyPurchase')}</Quiet>}
      {orders.total === 0 ? (
        !isOnlyPurchase && <Quiet>{t('buyer.noOrders')}</Quiet>
      ) : (
        <ShortList title={t('buyer.orders', { total: formatCapped(orders.total) })}>
          {orders.newest.map(({ id, quantity, productName, status, createdAt }) => (
            <Row key={id}>
              <span>
                <Link to={addressOf(id)}>#{id}</Link>{' '}
                {t('orders.pieces', { count: quantity, name: productName })}
              </span>
              <span>
                <chakra.span color="muted" textStyle="tiny">
                  {formatDate(createdAt)}
                </chakra.span>{' '}
                <OrderStatusChip status={status} />
              </span>
            </Row>
          ))}
        </ShortList>
      )}
    </>
  );
}

function OpenTickets({ tickets }: { readonly tickets: NonNullable<OrderBuyer['openTickets']> }) {
  const { t } = useTranslation(['admin', 'users']);
  if (tickets.total === 0) return <Quiet>{t('admin:buyer.noTickets')}</Quiet>;
  return (
    <ShortList title={t('admin:buyer.tickets', { total: formatCapped(tickets.total) })}>
      {tickets.newest.map(({ id, subject, status }) => (
        <Row key={id}>
          <span>
            <Link to={`/admin?tab=tickets&open=${id}`}>{t('users:story.ticket', { id })}</Link> {subject}
          </span>
          <TicketStatusChip status={status} />
        </Row>
      ))}
    </ShortList>
  );
}

/** Facts by which staff judge a buyer; what is usual, such as no dispute, is said in words. */
function BuyerFacts({ buyer: { account, disputes } }: { readonly buyer: OrderBuyer }) {
  const { t } = useTranslation('admin');
  const disputed = (['open', 'lost', 'won'] as const).flatMap((state) =>
    disputes[state] > 0 ? t(`buyer.disputed.${state}`, { total: formatCount(disputes[state]) }) : [],
  );
  return (
    <FactList
      rows={[
        account !== null && [t('buyer.since'), formatDate(account.createdAt)],
        account !== null && account.spent !== null && [t('buyer.spent'), formatDecimal(account.spent)],
        [t('buyer.disputes'), disputed.length > 0 ? disputed.join(', ') : t('buyer.none')],
        account !== null && [
          t('buyer.blocks'),
          account.blocks > 0 ? t('buyer.times', { count: account.blocks }) : t('buyer.never'),
        ],
      ]}
    />
  );
}

function BuyerCard({ buyer }: { readonly buyer: OrderBuyer }) {
  const { t } = useTranslation(['admin', 'users']);
  const can = useHasRight();
  const { userId, username, deleted, account } = buyer;
  if (deleted)
    return (
      <Card>
        <Quiet>{t('admin:buyer.deleted')}</Quiet>
        <BuyerFacts buyer={buyer} />
        <OtherOrders buyer={buyer} />
      </Card>
    );
  return (
    <Card>
      <Head>
        <Name>
          {can('users') ? <Link to={`/admin?tab=users&open=${userId}`}>{username}</Link> : username}
        </Name>
        {account && <TierName tier={account.membershipTier} />}
        {account?.blocked && (
          <Chip tone="danger" icon="shield">
            {t('users:blocked')}
          </Chip>
        )}
      </Head>
      <BuyerFacts buyer={buyer} />
      <OtherOrders buyer={buyer} />
      {buyer.openTickets && <OpenTickets tickets={buyer.openTickets} />}
    </Card>
  );
}

interface BuyerSectionProps {
  readonly order: Pick<StaffOrder, 'id' | 'userId'>;
}

/** The account that bought an order, as far as the user's rights go, updated live. */
export function BuyerSection({ order }: BuyerSectionProps) {
  const { t } = useTranslation('admin');
  const { data, isError } = useOrderBuyer(order);
  return (
    <section>
      <Title>{t('buyer.heading')}</Title>
      {data ? (
        <BuyerCard buyer={data} />
      ) : isError ? (
        <Quiet role="alert">{t('buyer.loadFailed')}</Quiet>
      ) : (
        <SkeletonText lines={4} />
      )}
    </section>
  );
}
