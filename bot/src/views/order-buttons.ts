import { legalTransitions, type Order, type OrderTransition, type Post } from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIActionRowComponent, type APIButtonComponent } from 'discord.js';
import { orderButtonId } from '../core/custom-id.js';
import { MOVE_LABEL } from './labels.js';

/** The moves staff make from a post; the others belong to the panel. */
const BUTTON_MOVES: readonly OrderTransition[] = ['process', 'complete'];
const ORDERS_PER_ROW = 2;
const MAX_ROWS = 5;

export type ButtonRow = APIActionRowComponent<APIButtonComponent>;

function button(order: Order, move: OrderTransition): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: move === 'complete' ? ButtonStyle.Success : ButtonStyle.Secondary,
    label: `${MOVE_LABEL[move]} #${order.id}`,
    custom_id: orderButtonId(move, order.id),
  };
}

/** The newest state of every order in the message; an order with two posts still has one set of buttons. */
function newestOrders(posts: readonly Post[]): Order[] {
  const byId = new Map<number, Order>();
  for (const { content } of posts) {
    if (content.kind !== 'order') continue;
    const known = byId.get(content.order.id);
    if (!known || known.version < content.order.version) byId.set(content.order.id, content.order);
  }
  return [...byId.values()];
}

/** Buttons for what the state table allows now, two orders a row (OWN-93, OWN-148). */
export function orderButtons(posts: readonly Post[]): ButtonRow[] {
  const sets = newestOrders(posts)
    .map((order) => legalTransitions(order.status, order.paymentStatus).map((move) => ({ order, move })))
    .map((moves) => moves.filter(({ move }) => BUTTON_MOVES.includes(move)))
    .filter((moves) => moves.length > 0);
  const rows: ButtonRow[] = [];
  for (let first = 0; first < sets.length && rows.length < MAX_ROWS; first += ORDERS_PER_ROW) {
    const components = sets
      .slice(first, first + ORDERS_PER_ROW)
      .flat()
      .map(({ order, move }) => button(order, move));
    rows.push({ type: ComponentType.ActionRow, components });
  }
  return rows;
}
