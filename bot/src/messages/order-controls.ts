import type { Post } from '@pax/contracts';
import {
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APISelectMenuOption,
} from 'discord.js';
import { customId, madeToken } from './custom-id.js';
import { itemName } from './format.js';
import { unmarked } from './text.js';
import { MOVE_LABEL } from './labels.js';
import { movableOrders, orderButtons } from './order-buttons.js';

export const ORDER_SELECT = 'order-select';
/** Options of a select menu that Discord takes. */
const MAX_OPTIONS = 25;

export type ControlRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** Below posts of orders: buttons for one order, one select menu for several. */
export function orderControls(posts: readonly Post[]): ControlRow[] {
  const movable = movableOrders(posts);
  if (movable.length <= 1) return movable.map((one) => orderButtons(one));
  const options = movable
    .flatMap(({ order, moves }) => moves.map((move) => ({ order, move })))
    .map(({ order, move }): APISelectMenuOption => ({
      label: `${MOVE_LABEL[move]} #${order.id}`,
      value: [move, order.id, madeToken(order.createdAt)].join('.'),
      description: unmarked(`${order.quantity} × ${itemName(order.productName, 'de')}`, 100),
    }));
  const select = {
    type: ComponentType.StringSelect,
    custom_id: customId(ORDER_SELECT),
    placeholder: 'Bestellung wählen',
    options: options.slice(0, MAX_OPTIONS),
  } as const;
  return [{ type: ComponentType.ActionRow, components: [select] }];
}
