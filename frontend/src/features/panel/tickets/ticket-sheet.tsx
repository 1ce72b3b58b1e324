import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminTicket } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../../ui/components/base/icon';
import { TextLink } from '../../../ui/components/base/page';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { useHasRight, useIsOwnEntityBarred } from '../access/rights';
import { CopyButton } from '../shared/copy-button';
import { usePanelLanguage } from '../shared/panel-language';
import { TicketPriorityChip, TicketStatusChip, TicketTierChip } from './ticket-chips';
import { isWaitingTicket } from './ticket-queries';
import { TicketConversation } from './ticket-conversation';
import { TicketNotes } from './ticket-notes';
import { typedNameOf, useNamedOrderText, useSenderName } from './ticket-sender';
import { TicketActions } from './ticket-actions';

const Body = chakra('div', { base: { display: 'grid', gap: '5' } });
const Chips = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5' } });
const Subject = chakra('h3', { base: { textStyle: 'subheading', overflowWrap: 'anywhere' } });
const Title = chakra('h4', {
  base: { display: 'flex', alignItems: 'center', gap: '1.5', textStyle: 'label', color: 'muted', mb: '2' },
});
const Sender = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: '2' },
});
const Strong = chakra('span', {
  base: { display: 'block', fontWeight: 'semibold', overflowWrap: 'anywhere', lineHeight: 'snug' },
});
const Quiet = chakra('span', {
  base: { display: 'block', color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' },
});
interface TicketSheetProps {
  readonly ticket: AdminTicket | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly draft: string | undefined;
  readonly onDraft: (draft: string | undefined) => void;
}

/** Sender of the ticket as the shop knows them, with contact data, apart from the name that was typed. */
function SenderFacts({ ticket }: { readonly ticket: AdminTicket }) {
  const { t } = useTranslation('tickets');
  const can = useHasRight();
  const nameSender = useSenderName();
  const nameOrder = useNamedOrderText(ticket);
  const typed = typedNameOf(ticket);
  return (
    <Sender>
      <span>
        <Strong>
          {ticket.userId !== null && can('users') ? (
            <TextLink asChild>
              <Link to={`/admin?tab=users&open=${ticket.userId}`}>{nameSender(ticket)}</Link>
            </TextLink>
          ) : (
            nameSender(ticket)
          )}
        </Strong>
        {ticket.discordUsername !== null && <Quiet>{t('discord', { name: ticket.discordUsername })}</Quiet>}
        {typed !== null && <Quiet>{t('typedName', { name: typed })}</Quiet>}
        <Quiet>{ticket.email || t('fromDiscord')}</Quiet>
        {ticket.namedOrders.map((order) => (
          <Quiet key={order.id}>
            {can('orders') ? (
              <TextLink asChild>
                <Link to={`/admin?open=${order.id}`}>{nameOrder(order)}</Link>
              </TextLink>
            ) : (
              nameOrder(order)
            )}
          </Quiet>
        ))}
      </span>
      {ticket.email !== '' && <CopyButton what={t('email')} text={ticket.email} />}
    </Sender>
  );
}

/** Side sheet of a ticket: its messages as a conversation, and actions that stay visible while scrolling. */
export function TicketSheet({ ticket, open, onClose, draft, onDraft }: TicketSheetProps) {
  const { t } = useTranslation('tickets');
  const lang = usePanelLanguage();
  const isBarred = useIsOwnEntityBarred();
  return (
    <SidePanel
      open={open && ticket !== undefined}
      onClose={onClose}
      title={<span lang={lang}>{ticket && t('title', { id: ticket.id })}</span>}
      description={t('description')}
      footer={
        ticket &&
        isWaitingTicket(ticket) &&
        (isBarred(ticket) ? (
          <Quiet lang={lang}>{t('ownTicket')}</Quiet>
        ) : (
          <TicketActions key={ticket.id} ticket={ticket} draft={draft} onDraft={onDraft} />
        ))
      }
    >
      {ticket && (
        <Body lang={lang} data-keys-through="">
          <Chips aria-live="polite">
            <TicketStatusChip status={ticket.status} />
            <TicketPriorityChip priority={ticket.priority} />
            <TicketTierChip ticket={ticket} />
          </Chips>
          <Subject lang="">{ticket.subject}</Subject>
          <SenderFacts ticket={ticket} />
          <TicketConversation key={ticket.id} ticket={ticket} />
          <p>
            <TextLink asChild>
              <Link to={`/admin?transcript=${ticket.id}`} target="_blank">
                {t('transcript.open')}
              </Link>
            </TextLink>
          </p>
          {(ticket.notes > 0 || isWaitingTicket(ticket)) && (
            <section>
              <Title>
                <Icon name="lock" size={16} /> {t('notes.heading')}
              </Title>
              <TicketNotes key={ticket.id} ticket={ticket} />
            </section>
          )}
        </Body>
      )}
    </SidePanel>
  );
}
