import { isOpenTicket, type AdminTicket, type TicketPriority, type TicketStatus } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Chip, StatusChip, type ChipTone } from '../../../ui/components/shop/chip';

const TONES: Readonly<Record<TicketStatus, ChipTone>> = {
  open: 'accent',
  in_progress: 'info',
  resolved: 'money',
  closed: 'muted',
};
const PRIORITY_TONES: Readonly<Record<TicketPriority, ChipTone>> = {
  low: 'muted',
  medium: 'plain',
  high: 'danger',
  urgent: 'danger',
};

/** Chip with the status of a ticket in the status's colour. */
export function TicketStatusChip({ status }: Pick<AdminTicket, 'status'>) {
  const { t } = useTranslation('tickets');
  return <StatusChip tone={TONES[status]}>{t(`status.${status}`)}</StatusChip>;
}

/** Chip with the priority that the sender chose. */
export function TicketPriorityChip({ priority }: Pick<AdminTicket, 'priority'>) {
  const { t } = useTranslation('tickets');
  return (
    <Chip tone={PRIORITY_TONES[priority]} icon={priority === 'urgent' ? 'alert' : undefined}>
      {t(`priority.${priority}`)}
    </Chip>
  );
}

/** Chip that marks tickets of senders with priority support. */
export function TicketTierChip({ ticket }: { readonly ticket: AdminTicket }) {
  const { t } = useTranslation(['tickets', 'common']);
  if (!ticket.prioritySupport || !ticket.tier) return null;
  return (
    <Chip tone="accent" icon="zap">
      {t('tickets:vip', { tier: t(`common:tier.${ticket.tier}`) })}
    </Chip>
  );
}

/** Chip that marks a waiting ticket whose sender wrote last, since staff have to read it. */
export function TicketMessageChip({ ticket }: { readonly ticket: AdminTicket }) {
  const { t } = useTranslation('tickets');
  if (ticket.lastMessage?.side !== 'sender' || !isOpenTicket(ticket.status)) return null;
  return (
    <Chip tone="accent" icon="chat">
      {t('messages.fromSender')}
    </Chip>
  );
}
