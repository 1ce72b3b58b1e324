import { BOT_ORDERS_MOST, ORDER_STATUSES, ref, type Order } from '@pax/contracts';
import type { Backend } from '../shop/backend.js';
import type { Choice, Completion, SlashCommand } from './command.js';
import { unmarked } from '../messages/text.js';
import { TEXTS } from './texts.js';
import { orderDetails, ordersPage } from './own-orders.js';

const MAX_ID = 2_147_483_647;
/** Length of an item's name in a proposal, which leaves room for number, pieces and state. */
const LABELLED_NAME = 50;

type OrderBackend = Pick<Backend, 'ordersOf' | 'orderFor'>;

/** The number of an order that somebody typed, with or without its "#". */
function numberIn(typed: string): number | undefined {
  const number = Number(/^#?([1-9]\d{0,9})$/.exec(typed)?.[1]);
  return number <= MAX_ID ? number : undefined;
}

/** The caller's newest orders that match the typed text; words of states are matched here, since the shop has none. */
async function proposals(backend: OrderBackend, asked: Completion): Promise<Choice[]> {
  const texts = TEXTS[asked.language];
  const label = ({ id, productName, quantity, status }: Order): string =>
    `#${id} · ${unmarked(texts.item(productName), LABELLED_NAME)} × ${quantity} · ${texts.status[status]}`;
  const wanted = asked.text.trim().toLowerCase();
  const state = ORDER_STATUSES.filter((status) => texts.status[status].toLowerCase().includes(wanted));
  const { orders } = await backend.ordersOf(asked.userId, {
    limit: BOT_ORDERS_MOST,
    // A chosen proposal is typed as a whole line, of which the shop can search only the first two parts.
    ...(wanted === '' ? {} : { q: wanted.split(' · ').slice(0, 2).join(' · '), state }),
  });
  return orders.map((order) => ({ name: label(order), value: String(order.id) }));
}

/** `/order <reference>`: one of the caller's orders by number or purchase reference; staff see any order by number. */
export function orderCommand(backend: OrderBackend): SlashCommand {
  return {
    kind: 'slash',
    name: 'order',
    description: { en: 'One of your orders', de: 'Eine deiner Bestellungen' },
    options: [
      {
        name: 'reference',
        type: 'text',
        required: true,
        description: { en: 'Its number, or the reference of its receipt', de: 'Nummer oder Beleg-Referenz' },
        complete: (asked) => proposals(backend, asked),
      },
    ],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language, options }) {
      const texts = TEXTS[language];
      const typed = String(options['reference'] ?? '').trim();
      const number = numberIn(typed);
      if (number !== undefined)
        return { embeds: [orderDetails(await backend.orderFor(number, userId), texts)] };
      const checkout = ref.safeParse(typed);
      if (!checkout.success) return { content: texts.notFound };
      const found = await backend.ordersOf(userId, { checkout: checkout.data });
      const [first] = found.orders;
      if (!first) return { content: texts.notFound };
      if (found.total === 1) return { embeds: [orderDetails(first, texts)] };
      return { ...ordersPage(found, 1, texts), components: [] };
    },
  };
}
