import type { AdminTicket } from '@pax/contracts';
import { useTranslation } from 'react-i18next';

/** Returns a function that names a ticket's sender as the shop knows them: the account, or a visitor. */
export function useSenderName(): (ticket: Pick<AdminTicket, 'username'>) => string {
  const { t } = useTranslation('tickets');
  return ({ username }) => (username === null ? t('visitor') : t('account', { name: username }));
}

/** Name that the sender typed; null if it is the account's own. */
export const typedNameOf = ({ name, username }: AdminTicket): string | null =>
  name === '' || name === username ? null : name;

/** Lists the orders that a ticket's words name, and whether they are of its sender's account. */
export function NamedOrders({ ticket: { username, namedOrders } }: { readonly ticket: AdminTicket }) {
  const { t } = useTranslation('tickets');
  const foreign = username === null ? 'typed' : 'foreign';
  return namedOrders.map(({ id, isOwn }) => t(`namedOrder.${isOwn ? 'own' : foreign}`, { id })).join(' · ');
}
