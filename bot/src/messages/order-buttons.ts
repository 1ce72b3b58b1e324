import { legalTransitions, type StaffOrder, type OrderTransition, type Post } from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIActionRowComponent, type APIButtonComponent } from 'discord.js';
import { orderButtonId } from './custom-id.js';
import { MOVE_LABEL } from './labels.js';

/** The moves staff make from a post; the others belong to the panel. */
const BUTTON_MOVES: readonly OrderTransition[] = ['process', 'complete'];

type ButtonRow = APIActionRowComponent<APIButtonComponent>;

function button(order: StaffOrder, move: OrderTransition): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: move === 'complete' ? ButtonStyle.Success : ButtonStyle.Secondary,
    label: `${MOVE_LABEL[move]} #${order.id}`,
    custom_id: orderButtonId(move, order),
  };
}

/** The newest state of every order in the message; an order with two posts still has one set of buttons. */
function newestOrders(posts: readonly Post[]): StaffOrder[] {
  const byId = new Map<number, StaffOrder>();
  for (const { content } of posts) {
    if (content.kind !== 'order') continue;
    const known = byId.get(content.order.id);
    if (!known || known.version < content.order.version) byId.set(content.order.id, content.order);
  }
  return [...byId.values()];
}

/** An order and the moves that its post offers now. */
interface MovableOrder {
  readonly order: StaffOrder;
  readonly moves: readonly OrderTransition[];
}

/** The orders of a message that staff can move from it, by what the state table allows now. */
export function movableOrders(posts: readonly Post[]): MovableOrder[] {
  return newestOrders(posts)
    .map((order) => ({
      order,
      moves: legalTransitions(order.status, order.paymentStatus).filter((move) =>
        BUTTON_MOVES.includes(move),
      ),
    }))
    .filter(({ moves }) => moves.length > 0);
}

/** A row of buttons for one order's moves. */
export function orderButtons({ order, moves }: MovableOrder): ButtonRow {
  return { type: ComponentType.ActionRow, components: moves.map((move) => button(order, move)) };
}
