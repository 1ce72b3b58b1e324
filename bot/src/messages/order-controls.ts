import { listLegalTransitions, type StaffOrder, type OrderTransition, type Post } from '@pax/contracts';
import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APISelectMenuOption,
} from 'discord.js';
import { orderButtonId, buildCustomId, toCreationToken } from './custom-id.js';
import { MOVE_LABEL } from './order-view.js';
import { itemName } from './format.js';
import { toLabelText } from './sanitize-text.js';

/** Order moves that staff can make in Discord, the next step first; other moves are possible only in the panel. */
const BUTTON_MOVES: readonly OrderTransition[] = ['process', 'complete', 'release'];

/** Lists the moves that Discord offers for an order in its present state. */
export function listOfferedMoves({ status, paymentStatus }: StaffOrder): OrderTransition[] {
  const legal = listLegalTransitions(status, paymentStatus);
  return BUTTON_MOVES.filter((move) => legal.includes(move));
}

type ButtonRow = APIActionRowComponent<APIButtonComponent>;

function createMoveButton(order: StaffOrder, move: OrderTransition): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: move === 'complete' ? ButtonStyle.Success : ButtonStyle.Secondary,
    label: `${MOVE_LABEL[move]} #${order.id}`,
    custom_id: orderButtonId(move, order),
  };
}

/** Newest state of every order in the message, so that an order with two posts gets one set of buttons. */
function listNewestOrders(posts: readonly Post[]): StaffOrder[] {
  const byId = new Map<number, StaffOrder>();
  for (const { content } of posts) {
    if (content.kind !== 'order') continue;
    const known = byId.get(content.order.id);
    if (!known || known.version < content.order.version) byId.set(content.order.id, content.order);
  }
  return [...byId.values()];
}

/** An order, and the moves that its post offers now. */
interface MovableOrder {
  readonly order: StaffOrder;
  readonly moves: readonly OrderTransition[];
}

/** Lists the orders that staff can move from a message, with the moves that each order's status allows now. */
export function listMovableOrders(posts: readonly Post[]): MovableOrder[] {
  return listNewestOrders(posts)
    .map((order) => ({ order, moves: listOfferedMoves(order) }))
    .filter(({ moves }) => moves.length > 0);
}

/** A row of buttons, one for each move of the order. */
export function createOrderButtons({ order, moves }: MovableOrder): ButtonRow {
  return { type: ComponentType.ActionRow, components: moves.map((move) => createMoveButton(order, move)) };
}

export const ORDER_SELECT = 'order-select';
/** Largest number of options in a select menu, according to Discord. */
const MAX_OPTIONS = 25;

export type ControlRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** Builds the controls below posts of orders: buttons for one order, one select menu for several. */
export function createOrderControls(posts: readonly Post[]): ControlRow[] {
  const movable = listMovableOrders(posts);
  if (movable.length <= 1) return movable.map((one) => createOrderButtons(one));
  const options = movable
    .flatMap(({ order, moves }) => moves.map((move) => ({ order, move })))
    .map(({ order, move }): APISelectMenuOption => ({
      label: `${MOVE_LABEL[move]} #${order.id}`,
      value: [move, order.id, toCreationToken(order.createdAt)].join('.'),
      description: toLabelText(`${order.quantity} × ${itemName(order.productName, 'de')}`, 100),
    }));
  const select = {
    type: ComponentType.StringSelect,
    custom_id: buildCustomId(ORDER_SELECT),
    placeholder: 'Bestellung wählen',
    options: options.slice(0, MAX_OPTIONS),
  } as const;
  return [{ type: ComponentType.ActionRow, components: [select] }];
}
