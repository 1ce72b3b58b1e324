import type { AdminTicket, NamedOrder } from '@pax/contracts';
import { useTranslation } from 'react-i18next';

/** Returns a function that names a ticket's sender as the shop knows them: the account, or a visitor. */
export function useSenderName(): (ticket: Pick<AdminTicket, 'username'>) => string {
  const { t } = useTranslation('tickets');
  return ({ username }) => (username === null ? t('visitor') : t('account', { name: username }));
}

/** Name that the sender typed; null if it is the account's own. */
export const typedNameOf = ({ name, username }: AdminTicket): string | null =>
  name === '' || name === username ? null : name;

/** Returns a function that names an order of a ticket's words, and says whether it is of the sender's account. */
export function useNamedOrderText({ username }: Pick<AdminTicket, 'username'>) {
  const { t } = useTranslation('tickets');
  const foreign = username === null ? 'typed' : 'foreign';
  return ({ id, isOwn }: NamedOrder): string => t(`namedOrder.${isOwn ? 'own' : foreign}`, { id });
}

/** Lists the orders that a ticket's words name, and whether they are of its sender's account. */
export function NamedOrders({ ticket }: { readonly ticket: AdminTicket }) {
  return ticket.namedOrders.map(useNamedOrderText(ticket)).join(' · ');
}
