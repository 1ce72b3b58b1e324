import { PAYMENT_METHODS, type OverviewAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatCoins, formatCount } from '../../../lib/values/format';
import {
  countFormat,
  FigureCard,
  moneyFormat,
  useMinutesFormat,
  type Figure,
  type FigureFormat,
  type FigureLine,
} from './figures';

const coinsFormat: FigureFormat = (value) => formatCoins(Number(value));

interface CardProps {
  readonly answer: OverviewAnswer;
}

/** List of the best-selling products. */
export function GoodsCard({ answer: { goods } }: CardProps) {
  const { t } = useTranslation('admin');
  const rows = goods.map(({ id, name, pieces, worth }): FigureLine => {
    const label = t('overview.pieces', { name, pieces: formatCount(pieces.now) });
    return { id: String(id), label, figure: worth ?? pieces, format: worth ? moneyFormat : countFormat };
  });
  return <FigureCard title={t('overview.goods')} rows={rows} empty={t('overview.nothing')} />;
}

/** Open orders as they are now, and the times to delivery. */
export function WorkCard({ answer: { work, delivery }, now }: CardProps & { readonly now: number }) {
  const { t } = useTranslation('admin');
  const minutes = useMinutesFormat();
  const age = work.oldestAt === null ? '–' : minutes(Math.max(0, (now - Date.parse(work.oldestAt)) / 60_000));
  const rows: FigureLine[] = [
    { label: t('overview.open'), text: formatCount(work.open) },
    { label: t('overview.overdue'), text: formatCount(work.overdue) },
    { label: t('overview.oldest'), text: age },
    { label: t('overview.delivered'), figure: delivery.delivered, format: countFormat },
    { label: t('overview.median'), figure: delivery.median, format: minutes, better: 'less' },
    { label: t('overview.ninety'), figure: delivery.ninetyOfHundred, format: minutes, better: 'less' },
  ];
  return <FigureCard title={t('overview.work')} rows={rows} />;
}

/** Tickets and the time to their first answer. */
export function TicketsCard({ tickets }: { readonly tickets: NonNullable<OverviewAnswer['tickets']> }) {
  const { t } = useTranslation('admin');
  const minutes = useMinutesFormat();
  const rows: FigureLine[] = [
    { label: t('overview.ticketsWaiting'), text: formatCount(tickets.waiting) },
    { label: t('overview.ticketsOpened'), figure: tickets.opened, format: countFormat },
    { label: t('overview.ticketsAnswered'), figure: tickets.answered, format: countFormat },
    { label: t('overview.median'), figure: tickets.median, format: minutes, better: 'less' },
    { label: t('overview.ninety'), figure: tickets.ninetyOfHundred, format: minutes, better: 'less' },
  ];
  return <FigureCard title={t('overview.tickets')} rows={rows} />;
}

/** Stock of the coin pool, what was sold, and how long it lasts. */
export function PoolCard({ pool }: { readonly pool: NonNullable<OverviewAnswer['pool']> }) {
  const { t } = useTranslation('admin');
  const rows: FigureLine[] = [
    { label: t('overview.onHand'), text: formatCoins(pool.onHand) },
    { label: t('overview.sold'), figure: pool.sold, format: coinsFormat },
    {
      label: t('overview.daysLeft'),
      text:
        pool.daysLeft === null
          ? '–'
          : t('overview.days', { count: pool.daysLeft, n: formatCount(pool.daysLeft) }),
    },
  ];
  return <FigureCard title={t('overview.pool')} rows={rows} />;
}

/** Posts in Discord. */
export function PostsCard({ answer: { posts } }: CardProps) {
  const { t } = useTranslation('admin');
  const rows: FigureLine[] = [
    { label: t('overview.postsSent'), figure: posts.sent, format: countFormat },
    { label: t('overview.postsWaiting'), text: formatCount(posts.waiting) },
    { label: t('overview.postsFailed'), text: formatCount(posts.failed) },
  ];
  return <FigureCard title={t('overview.posts')} rows={rows} />;
}

interface MoneyProps {
  readonly money: NonNullable<OverviewAnswer['money']>;
}

/** Ways to pay: paid of placed checkouts, and what came in. */
export function WaysCard({ money: { ways } }: MoneyProps) {
  const { t } = useTranslation('admin');
  const rows = PAYMENT_METHODS.flatMap((method): FigureLine[] => {
    const way = ways.find((one) => one.method === method);
    if (!way) return [];
    const counts = { paid: formatCount(way.paid.now), placed: formatCount(way.placed.now) };
    return [
      {
        label: `${t(`overview.methods.${method}`)} · ${t('overview.paidOfPlaced', counts)}`,
        figure: way.cash,
        format: moneyFormat,
      },
    ];
  });
  return <FigureCard title={t('overview.ways')} rows={rows} empty={t('overview.nothing')} />;
}

/** Where the money came from and went: paid, refunded, stranded, disputed. */
export function MoneyCards({ money, buyers }: MoneyProps & Pick<OverviewAnswer, 'buyers'>) {
  const { t } = useTranslation('admin');
  const { paid, refunded, stranded, disputes, checkouts } = money;
  const inMoney = (label: string, figure: Figure, better?: 'less'): FigureLine => ({
    label,
    figure,
    format: moneyFormat,
    better,
  });
  return (
    <>
      <FigureCard
        title={t('overview.explained')}
        rows={[
          inMoney(t('overview.cash'), paid.cash),
          inMoney(t('overview.refundedCash'), refunded.cash, 'less'),
          inMoney(t('overview.revenue'), money.revenue),
          inMoney(t('overview.credit'), paid.credit),
          inMoney(t('overview.bonus'), paid.bonus),
          inMoney(t('overview.creditBack'), refunded.credit),
          inMoney(t('overview.bonusBack'), refunded.bonus),
          inMoney(t('overview.stranded'), stranded.cash, 'less'),
        ]}
      />
      <FigureCard
        title={t('overview.purchases')}
        rows={[
          { label: t('overview.placed'), figure: checkouts.placed, format: countFormat },
          { label: t('overview.paid'), figure: checkouts.paid, format: countFormat, better: 'more' },
          { label: t('overview.newBuyers'), figure: buyers.new, format: countFormat, better: 'more' },
          {
            label: t('overview.returningBuyers'),
            figure: buyers.returning,
            format: countFormat,
            better: 'more',
          },
        ]}
      />
      <FigureCard
        title={t('overview.refundsAndDisputes')}
        rows={[
          { label: t('overview.refunds'), figure: refunded.count, format: countFormat, better: 'less' },
          { label: t('overview.disputes'), figure: disputes.opened, format: countFormat, better: 'less' },
          inMoney(t('overview.disputed'), disputes.cash, 'less'),
          { label: t('overview.won'), figure: disputes.won, format: countFormat },
          { label: t('overview.lost'), figure: disputes.lost, format: countFormat, better: 'less' },
        ]}
      />
    </>
  );
}
