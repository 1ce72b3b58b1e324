import {
  botCalls,
  staffCalls,
  orderTransition,
  type OrderMove,
  type OrderTransition,
  type StaffOrder,
} from '@pax/contracts';
import type { SlashCommand, Action, Language, Localised, Reply } from './command.js';
import { type ShopClient, hasCode } from '../shop-client.js';
import { UserFacingError } from './command.js';
import { STAFF_TEXTS } from './staff-texts.js';
import { createOrderOption } from './staff/suggestions.js';
import { TEXTS } from './texts.js';
import { z } from 'zod';
import { creationToken } from '../messages/custom-id.js';
import { ORDER_SELECT } from '../messages/order-controls.js';

const moveButtonArgs = z.tuple([orderTransition, z.coerce.number().int().min(1), creationToken]);

export interface OrderMoveDeps {
  readonly shop: Pick<ShopClient, 'call'>;
  readonly publicUrl: string;
}

interface StaffMove {
  readonly move: OrderTransition;
  readonly order: number;
  /** Creation time of the order named in the message, ms since 1970; undefined when staff typed an order number. */
  readonly madeAt?: number | undefined;
  /** Version of the order that the button was shown with; a later one is refused. */
  readonly version?: number;
  readonly userId: string;
  readonly language: Language;
}

/** Changes an order's status for a staff member, by a move that gives no money back. @returns the changed order */
export async function transitionOrderByStaff(
  shop: OrderMoveDeps['shop'],
  { move, order, madeAt, version, userId, language }: StaffMove & { readonly move: OrderMove },
): Promise<StaffOrder> {
  const params = { id: order, move };
  try {
    return await shop.call(botCalls.botTransitionOrder, {
      params,
      body: { discordId: userId, madeAt, version },
    });
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) throw new UserFacingError(STAFF_TEXTS[language].noOrder);
    throw error;
  }
}

/**
 * Changes an order's status for a staff member, as the panel does; when that would refund money, only links to the
 * panel.
 */
export async function moveOrderByStaff({ shop, publicUrl }: OrderMoveDeps, asked: StaffMove): Promise<Reply> {
  const { move, order, userId, language } = asked;
  if (move === 'cancel') {
    const body = { discordId: userId, act: 'cancel', orderId: order } as const;
    await shop.call(staffCalls.botPanelAct, { body });
    return { content: TEXTS[language].inPanel(`${publicUrl}/admin?q=${order}`) };
  }
  await transitionOrderByStaff(shop, { ...asked, move });
  return { content: TEXTS[language].moved[move](order) };
}

/** The buttons below an order's post, with which staff change the order's status. */
export function createOrderMoveButton(deps: OrderMoveDeps): Action {
  return {
    kind: 'component',
    name: 'order-move',
    policy: { defer: true, ephemeral: true, permission: 'move', cooldownSeconds: 0 },
    async execute({ userId, language, args }) {
      const [move, order, madeAt] = moveButtonArgs.parse(args);
      return moveOrderByStaff(deps, { move, order, madeAt, userId, language });
    },
  };
}

/** Parses the option chosen in the menu: `<move>.<order id>.<token>`. */
const chosenMove = z
  .string()
  .max(40)
  .regex(/^[a-z]+\.[1-9]\d{0,9}\.[0-9a-z]{1,10}$/)
  .transform((text) => {
    const [move, order, madeAt] = text.split('.');
    return { move, order: Number(order), madeAt };
  })
  .pipe(
    z.object({ move: orderTransition, order: z.number().int().max(2_147_483_647), madeAt: creationToken }),
  );

/** The select menu below a post of several orders; changes an order's status as the buttons of a single order do. */
export function createOrderMoveMenu(deps: OrderMoveDeps): Action {
  return {
    kind: 'component',
    name: ORDER_SELECT,
    policy: { defer: true, ephemeral: true, permission: 'move', cooldownSeconds: 0 },
    async execute({ userId, language, args }) {
      return moveOrderByStaff(deps, { ...chosenMove.parse(args[0]), userId, language });
    },
  };
}

const MOVE_DESCRIPTIONS = {
  process: { en: 'Take an order (staff)', de: 'Eine Bestellung übernehmen (Team)' },
  complete: { en: 'Complete an order (staff)', de: 'Eine Bestellung abschließen (Team)' },
  release: { en: 'Hand an order back (staff)', de: 'Eine Bestellung zurückgeben (Team)' },
  cancel: { en: 'Cancel an order, in the panel (staff)', de: 'Eine Bestellung im Panel stornieren (Team)' },
} as const satisfies Partial<Record<OrderTransition, Localised>>;

/**
 * `/process`, `/complete`, `/release` and `/cancel`: change an order's status for staff. `/cancel` only links to the
 * panel, since a refund needs a second step.
 */
export function createOrderMoveCommands(deps: OrderMoveDeps): SlashCommand[] {
  return (['process', 'complete', 'release', 'cancel'] as const).map((name) => ({
    kind: 'slash',
    name,
    description: MOVE_DESCRIPTIONS[name],
    options: [createOrderOption(deps.shop, name)],
    policy: {
      defer: true,
      ephemeral: true,
      permission: name === 'cancel' ? 'refund' : 'move',
      cooldownSeconds: 0,
    },
    execute: ({ userId, language, options }) =>
      moveOrderByStaff(deps, { move: name, order: Number(options['order']), userId, language }),
  }));
}
