import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminTicket } from '@pax/contracts';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { formatDateTime, formatShortTime } from '../../../lib/values/format';
import { DesktopOnly } from '../orders/order-cells';
import { BaseRow, Cell, Columns, Line, RowButton, Tiny } from '../shared/row-elements';
import { useReportSeen } from '../shared/unseen-rows';
import { typedNameOf, useSenderName } from './ticket-sender';
import { TicketMessageChip, TicketPriorityChip, TicketStatusChip, TicketTierChip } from './ticket-chips';

const columns = {
  gridTemplateColumns: {
    base: 'minmax(0, 1fr) auto',
    lg: '134px 44px minmax(0, 2fr) minmax(0, 1.3fr) 104px 112px',
  },
  gridTemplateAreas: {
    base: '"subject priority" "sender sender" "state time"',
    lg: '"state number subject sender priority time"',
  },
} as const;

const Row = chakra(BaseRow, { base: columns });
const Head = chakra(Columns, { base: columns });
const Subject = chakra('span', { base: { fontWeight: 'semibold' } });
const Marks = chakra('span', {
  base: { display: 'inline-flex', gap: '1.5', ms: '2', verticalAlign: 'middle' },
});
const PhoneOnly = chakra('span', { base: { display: { lg: 'none' } } });

/** Column titles of the tickets. */
export function TicketColumns() {
  const { t } = useTranslation('tickets');
  const titles = ['state', 'number', 'subject', 'sender', 'priority', 'time'] as const;
  return (
    <Head aria-hidden="true">
      {titles.map((title) => (
        <chakra.span key={title} gridArea={title}>
          {t(`columns.${title}`)}
        </chakra.span>
      ))}
    </Head>
  );
}

interface TicketRowProps {
  readonly ticket: AdminTicket;
  readonly selected: boolean;
  readonly isUnseen: boolean;
  /** Current time of the clock that all rows of the panel share, ms. */
  readonly now: number;
  readonly onOpen: (id: number) => void;
  readonly onSeen: (id: number) => void;
}

/** Row of one ticket. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, selected, isUnseen, now, onOpen, onSeen } = props;
  const { t } = useTranslation('tickets');
  const root = useRef<HTMLDivElement>(null);
  useReportSeen(root, isUnseen, () => onSeen(ticket.id));
  const { id, subject, status } = ticket;
  const name = useSenderName()(ticket);
  const typed = typedNameOf(ticket);
  const reach = (
    <>
      {typed !== null && <bdi>{`${t('typedName', { name: typed })} · `}</bdi>}
      <span>{ticket.email || t('fromDiscord')}</span>
    </>
  );
  return (
    <Row
      ref={root}
      data-row={id}
      data-selected={selected ? '' : undefined}
      data-fresh={isUnseen ? '' : undefined}
    >
      <RowButton
        type="button"
        aria-label={t('row', { id, subject, name, status: t(`status.${status}`) })}
        aria-current={selected || undefined}
        onClick={() => onOpen(id)}
      />
      <Cell gridArea="state">
        <TicketStatusChip status={status} />
        {isUnseen && <VisuallyHidden>{t('fresh')}</VisuallyHidden>}
      </Cell>
      <DesktopOnly>
        <Cell gridArea="number" color="muted" textStyle="numeric">
          {id}
        </Cell>
      </DesktopOnly>
      <Cell gridArea="subject">
        <Line>
          <Subject>{subject}</Subject>
          <Marks>
            <TicketTierChip ticket={ticket} />
            <TicketMessageChip ticket={ticket} />
          </Marks>
        </Line>
        <DesktopOnly>
          <Tiny>{ticket.message}</Tiny>
        </DesktopOnly>
      </Cell>
      <Cell gridArea="sender">
        <Line>
          <bdi>{name}</bdi>
          <PhoneOnly>
            <chakra.span color="muted"> · {reach}</chakra.span>
          </PhoneOnly>
        </Line>
        <DesktopOnly>
          <Tiny>{reach}</Tiny>
        </DesktopOnly>
      </Cell>
      <Cell gridArea="priority">
        <TicketPriorityChip priority={ticket.priority} />
      </Cell>
      <Cell
        gridArea="time"
        textStyle="numeric"
        textAlign={{ base: 'end', lg: 'start' }}
        data-tip={formatDateTime(ticket.createdAt)}
      >
        <Line>{formatShortTime(ticket.createdAt, now)}</Line>
      </Cell>
    </Row>
  );
});
