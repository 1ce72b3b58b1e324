import type { SameKeys } from '../../message-catalogue';
import type { context as mix } from '../mix/admin-context';

export const context: SameKeys<typeof mix> = {
  buyer: {
    heading: 'Buyer',
    loadFailed: 'The buyer could not be loaded.',
    deleted: 'This account was deleted. Its name and tickets are no longer stored.',
    since: 'Account since',
    spent: 'Spent',
    disputes: 'Disputes',
    disputed: { open: '{{total}} open', lost: '{{total}} lost', won: '{{total}} won' },
    none: 'none',
    blocks: 'Blocked',
    never: 'never',
    times_one: '{{count}} time',
    times_other: '{{count}} times',
    firstOrder: 'First purchase: no other orders.',
    orders: 'Other orders ({{total}})',
    noTickets: 'No open tickets.',
    tickets: 'Open tickets ({{total}})',
  },
};
