import { chakra } from '@chakra-ui/react/styled-system';
import { accountCalls, userCalls, type AccountEvent, type AdminUser, type Order } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SkeletonText } from '../../../components/feedback/skeleton';
import { SegmentedControl } from '../../../components/form/segmented-control';
import { callQuery } from '../../../lib/http/call-api';
import { LedgerHistory } from '../../../components/shop/ledger-history';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';
import { useCan } from '../access/rights';
import { OrderStatusChip } from '../orders/order-chips';

const Head = chakra('div', { base: { display: 'grid', gap: '2' } });
const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted' } });
const List = chakra('ol', { base: { display: 'grid' } });
const Entry = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '3',
    rowGap: '0.5',
    py: '2',
    ps: '3',
    borderInlineStartWidth: '2px',
    borderBottomWidth: '1px',
    borderColor: 'line',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
  },
});
const Quiet = chakra('p', { base: { gridColumn: '1 / -1', color: 'muted', textStyle: 'tiny' } });

/** Audit actions and notices with words of their own; others are shown by their name. */
const WORDS = {
  'user.block': 'story.events.userBlock',
  'user.unblock': 'story.events.userUnblock',
  'credit.set': 'story.events.creditSet',
  'coins.set': 'story.events.coinsSet',
  'product.update': 'story.events.productUpdate',
  'product.create': 'story.events.productCreate',
  'product.delete': 'story.events.productDelete',
  'product.restore': 'story.events.productRestore',
  'notice.new_browser': 'story.events.noticeNewBrowser',
  'notice.discord_linked': 'story.events.noticeDiscordLinked',
  'notice.discord_unlinked': 'story.events.noticeDiscordUnlinked',
  'notice.password_set': 'story.events.noticePasswordSet',
  'notice.password_changed': 'story.events.noticePasswordChanged',
  'notice.password_reset': 'story.events.noticePasswordReset',
  'notice.sessions_ended': 'story.events.noticeSessionsEnded',
  'notice.data_exported': 'story.events.noticeDataExported',
  'notice.deletion_asked': 'story.events.noticeDeletionAsked',
  'notice.deletion_taken_back': 'story.events.noticeDeletionTakenBack',
  'account.delete': 'story.events.accountDelete',
} as const;
const isKnown = (action: string): action is keyof typeof WORDS => action in WORDS;
const KINDS = ['all', 'orders', 'money', 'security'] as const;
type Kind = (typeof KINDS)[number];
type Item = { readonly at: string } & ({ readonly order: Order } | { readonly event: AccountEvent });

function OrderEntry({ order }: { readonly order: Order }) {
  const { t } = useTranslation('users');
  return (
    <Entry>
      <span>
        <Link to={`/admin?q=${order.id}`}>#{order.id}</Link>{' '}
        {t('story.pieces', { count: order.quantity, name: order.productName })}
      </span>
      <chakra.span textStyle="numeric">{formatDecimal(order.totalPrice)}</chakra.span>
      <Quiet>
        <OrderStatusChip status={order.status} /> {formatDateTime(order.createdAt)}
      </Quiet>
    </Entry>
  );
}

function EventEntry({ event: { action, actor, detail, createdAt } }: { readonly event: AccountEvent }) {
  const { t } = useTranslation('users');
  const facts = Object.values(detail).filter((value) => value !== null && value !== '');
  return (
    <Entry>
      <span>{isKnown(action) ? t(WORDS[action]) : action}</span>
      <span />
      {facts.length > 0 && <Quiet>{facts.join(' · ')}</Quiet>}
      <Quiet>
        {actor} · {formatDateTime(createdAt)}
      </Quiet>
    </Entry>
  );
}

/** What was booked on the account's balances. */
function Money({ id }: Pick<AdminUser, 'id'>) {
  const { t } = useTranslation('users');
  const ledger = useQuery({
    ...callQuery(accountCalls.userLedger, { id }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (ledger.isPending) return <SkeletonText lines={4} />;
  if (!ledger.data) return <Quiet role="alert">{t('story.failed')}</Quiet>;
  return ledger.data.length === 0 ? (
    <Quiet>{t('story.empty')}</Quiet>
  ) : (
    <LedgerHistory entries={ledger.data} />
  );
}

interface UserStoryProps {
  readonly user: Pick<AdminUser, 'id'>;
}

/** What happened to an account, newest first; read anew whenever it is mounted. */
export function UserStory({ user: { id } }: UserStoryProps) {
  const can = useCan();
  const { t } = useTranslation('users');
  const [kind, setKind] = useState<Kind>('all');
  const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;
  const orders = useQuery({
    ...callQuery(userCalls.userOrders, { id }),
    ...fresh,
    enabled: can('orders'),
  });
  const events = useQuery({ ...callQuery(userCalls.userEvents, { id }), ...fresh });
  const items: Item[] = [
    ...(kind === 'security' ? [] : (orders.data ?? []).map((order) => ({ at: order.createdAt, order }))),
    ...(kind === 'orders' ? [] : (events.data ?? []).map((event) => ({ at: event.createdAt, event }))),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
  const isPending = orders.isLoading || events.isPending;
  return (
    <section>
      <Head>
        <Title>{t('story.heading')}</Title>
        <SegmentedControl
          label={t('story.filter')}
          options={KINDS.filter((value) => (value === 'money' || value === 'orders' ? can(value) : true)).map(
            (value) => ({
              value,
              label: t(`story.kinds.${value}`),
            }),
          )}
          value={kind}
          onChange={setKind}
        />
      </Head>
      {kind === 'money' ? (
        <Money id={id} />
      ) : (
        <>
          {isPending && <SkeletonText lines={4} />}
          {(orders.isError || events.isError) && <Quiet role="alert">{t('story.failed')}</Quiet>}
          {!isPending && items.length === 0 && <Quiet>{t('story.empty')}</Quiet>}
          <List aria-label={t('story.heading')}>
            {items.map((item) =>
              'order' in item ? (
                <OrderEntry key={`order-${item.order.id}`} order={item.order} />
              ) : (
                <EventEntry key={item.event.id} event={item.event} />
              ),
            )}
          </List>
        </>
      )}
    </section>
  );
}
