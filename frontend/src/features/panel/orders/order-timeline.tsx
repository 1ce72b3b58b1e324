import { chakra } from '@chakra-ui/react/styled-system';
import { NOTICE_WAYS, orderContextCalls, type OrderTimelineEntry, type StaffOrder } from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { SkeletonText } from '../../../ui/components/feedback/skeleton';
import { callApi, queryKeyFor } from '../../../lib/http/call-api';
import { serverNow } from '../../../lib/http/server-clock';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';
import { readUndoSeconds } from '../undo/undo-orders';
import { describeAction, describeActor } from '../users/history-texts';

const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const List = chakra('ol', { base: { display: 'grid', gap: '3' } });
const Entry = chakra('li', {
  base: {
    ps: '3',
    borderInlineStartWidth: '2px',
    borderColor: 'line',
    overflowWrap: 'anywhere',
    fontSize: 'sm',
    '& a': { textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
  variants: {
    tone: {
      plain: {},
      step: { borderColor: 'accent' },
      money: { borderColor: 'money' },
      danger: { borderColor: 'danger' },
    },
  },
});
const Head = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '2' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'tiny', mt: '0.5' } });
const Reason = chakra('p', { base: { my: '0.5', whiteSpace: 'pre-wrap' } });

/** Number of entries shown before the user asks for all. */
const FIRST_SHOWN = 8;
/** Interval at which the timeline is fetched while a message waits to be sent, ms; no event tells of its sending. */
const WAITING_REFETCH_MS = 10_000;
/** Time within which the shop writes the messages about a step once it can no longer be undone, ms. */
const MESSAGES_MS = 15_000;

const TONES = {
  mark: 'step',
  status: 'step',
  act: 'step',
  refund: 'money',
  dispute: 'danger',
  post: 'plain',
  notice: 'plain',
  receipt: 'plain',
} as const satisfies Record<OrderTimelineEntry['kind'], string>;

const isWaiting = (entry: OrderTimelineEntry): boolean =>
  entry.kind === 'notice'
    ? Object.values(entry.ways).includes('waiting')
    : (entry.kind === 'post' || entry.kind === 'receipt') && entry.state === 'waiting';

/** Tells whether the messages about a step may still come: they are written when its undo time is over. */
const isFresh = ({ kind, at }: OrderTimelineEntry, undoSeconds: number): boolean =>
  (kind === 'status' || kind === 'act') && serverNow() - Date.parse(at) < undoSeconds * 1_000 + MESSAGES_MS;

/** Loads what happened to an order again with each of its versions, and while a message waits or is to come. */
function useOrderTimeline({ id, version }: Pick<StaffOrder, 'id' | 'version'>) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...queryKeyFor(orderContextCalls.orderTimeline, { id }), version],
    queryFn: ({ signal }) => callApi(orderContextCalls.orderTimeline, { params: { id }, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some((entry) => isWaiting(entry) || isFresh(entry, readUndoSeconds(client)))
        ? WAITING_REFETCH_MS
        : false,
  });
}

/** What happened, and details such as who did it. */
interface Description {
  readonly what: string;
  readonly details: readonly string[];
}
type Step = Extract<OrderTimelineEntry, { readonly kind: 'mark' | 'status' | 'act' }>;
type Money = Extract<OrderTimelineEntry, { readonly kind: 'refund' | 'dispute' }>;
type Message = Extract<OrderTimelineEntry, { readonly kind: 'post' | 'notice' | 'receipt' }>;

/** Tells whether a change of status took another one back, as an undo or the end of a dispute does. */
const isUndone = ({ from, isUndo }: Extract<Step, { readonly kind: 'status' }>): boolean =>
  isUndo || from === 'cancelled';

function useDescribeStep() {
  const { t } = useTranslation(['admin', 'users']);
  return (step: Step): Description => {
    if (step.kind === 'mark') return { what: t(`admin:timeline.marks.${step.mark}`), details: [] };
    const details = [describeActor(t, step.actor)];
    if (step.kind === 'act') return { what: describeAction(t, step.action), details };
    const what = isUndone(step)
      ? t('admin:timeline.undone', { status: t(`admin:status.${step.to}`) })
      : t(`admin:timeline.moved.${step.to}`);
    return { what, details };
  };
}

function useDescribeMoney() {
  const { t } = useTranslation('admin');
  return (entry: Money): Description => {
    const amount = formatDecimal(entry.amount);
    const what =
      entry.kind === 'refund'
        ? t('timeline.refund', { amount, state: t(`refunds.states.${entry.state}`) })
        : t(`timeline.disputes.${entry.state}`, { amount });
    return { what, details: [] };
  };
}

function useDescribeMessage() {
  const { t } = useTranslation('admin');
  return (message: Message): Description => {
    if (message.kind === 'notice') {
      const ways = NOTICE_WAYS.flatMap((way) => {
        const state = message.ways[way];
        if (state === undefined) return [];
        const name = t(`timeline.ways.${way}`);
        return state === 'sent' ? name : `${name} ${t(`timeline.states.${state}`)}`;
      });
      const what = t(`timeline.notices.${message.notice}`);
      return { what, details: [[t('timeline.bell'), ...ways].join(', ')] };
    }
    const details = [t(`timeline.states.${message.state}`)];
    if (message.kind === 'receipt') return { what: t('timeline.receipt'), details };
    const { channel } = message;
    const place = channel === 'orders' || channel === 'history' ? channel : 'other';
    return { what: t(`timeline.posts.${place}`), details };
  };
}

function useDescribeEntry() {
  const [describeStep, describeMoney, describeMessage] = [
    useDescribeStep(),
    useDescribeMoney(),
    useDescribeMessage(),
  ];
  return (entry: OrderTimelineEntry): Description => {
    if (entry.kind === 'mark' || entry.kind === 'status' || entry.kind === 'act') return describeStep(entry);
    if (entry.kind === 'refund' || entry.kind === 'dispute') return describeMoney(entry);
    return describeMessage(entry);
  };
}

function TimelineEntry({ entry }: { readonly entry: OrderTimelineEntry }) {
  const { t } = useTranslation('admin');
  const { what, details } = useDescribeEntry()(entry);
  return (
    <Entry tone={TONES[entry.kind]}>
      <Head>
        <span>{what}</span>
        {entry.kind === 'post' && entry.link !== null && (
          <a href={entry.link} target="_blank" rel="noreferrer" aria-label={`${t('timeline.open')}: ${what}`}>
            {t('timeline.open')}
          </a>
        )}
      </Head>
      {'reason' in entry && entry.reason !== undefined && <Reason>{entry.reason}</Reason>}
      <Quiet>{[...details, formatDateTime(entry.at)].join(' · ')}</Quiet>
    </Entry>
  );
}

interface OrderTimelineProps {
  readonly order: Pick<StaffOrder, 'id' | 'version'>;
}

/** What happened to an order, newest first, updated live. */
export function OrderTimeline({ order }: OrderTimelineProps) {
  const { t } = useTranslation('admin');
  const { data, isError } = useOrderTimeline(order);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? data : data?.slice(0, FIRST_SHOWN);
  return (
    <section>
      <Title>{t('timeline.heading')}</Title>
      {isError && !data && <Quiet role="alert">{t('timeline.loadFailed')}</Quiet>}
      {!isError && !data && <SkeletonText lines={4} />}
      {shown && (
        <List aria-label={t('timeline.heading')}>
          {shown.map((entry) => (
            <TimelineEntry key={entry.id} entry={entry} />
          ))}
        </List>
      )}
      {data && shown && shown.length < data.length && (
        <Button size="sm" mt="3" onClick={() => setIsWhole(true)}>
          {t('timeline.all', { count: data.length })}
        </Button>
      )}
    </section>
  );
}
