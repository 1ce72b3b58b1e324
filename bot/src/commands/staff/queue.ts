import { orderMove, staffCalls, type ErrorCode, type StaffOrder } from '@pax/contracts';
import { z } from 'zod';
import { buildCustomId, creationToken } from '../../messages/custom-id.js';
import { ProblemError, type ServerClock, type ShopClient } from '../../shop-client.js';
import { UserFacingError, type Action, type Call, type Reply, type SlashCommand } from '../command.js';
import { describeCallError } from '../error-text.js';
import { transitionOrderByStaff } from '../staff-orders.js';
import { TEXTS } from '../texts.js';
import {
  createQueueNotice,
  createQueueView,
  QUEUE_BUTTON,
  QUEUE_MOVE_BUTTON,
  showMovedOrder,
} from './queue-view.js';

interface QueueDeps {
  readonly shop: Pick<ShopClient, 'call'>;
  readonly clock: Pick<ServerClock, 'msUntil'>;
}

const pageNumber = z.coerce.number().int().min(1).max(999_999);
const pageArgs = z.tuple([pageNumber]);
const moveArgs = z.tuple([
  orderMove,
  z.coerce.number().int().min(1).max(2_147_483_647),
  pageNumber,
  z.coerce.number().int().min(1).max(2_147_483_647),
  creationToken,
]);

async function showQueue(
  { shop, clock }: QueueDeps,
  { userId, language }: Call,
  page: number,
  notice?: string,
): Promise<Reply> {
  // Backends from before the pages refuse an unknown field.
  const query = { discordId: userId, ...(page > 1 ? { page: String(page) } : {}) };
  const queue = await shop.call(staffCalls.botQueue, { query });
  return createQueueView(queue, { language, clock, notice });
}

/** `/queue`: shows staff the open orders page by page, overdue ones first, with buttons. */
export function queueCommand(deps: QueueDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'queue',
    description: { en: 'What is to be delivered (staff)', de: 'Was zu liefern ist (Team)' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'orders', cooldownSeconds: 2 },
    execute: (call) => showQueue(deps, call, 1),
  };
}

/** Refusals that tell of a changed order, so that the queue is shown anew with them. */
const REFUSALS_OF_AN_ORDER: readonly ErrorCode[] = [
  'ILLEGAL_MOVE',
  'NOT_FOUND',
  'OWN_ORDER',
  'STALE',
  'STALE_REFERENCE',
  'WITHDRAWN',
];

const isRefusalOfOrder = (error: unknown): boolean =>
  error instanceof UserFacingError ||
  (error instanceof ProblemError && REFUSALS_OF_AN_ORDER.some((code) => code === error.code));

/**
 * The buttons of `/queue`: those of an order, which change its row alone, and those that turn the page. A refusal shows
 * the queue anew.
 */
export function createQueueActions(deps: QueueDeps): Action[] {
  const policy = { defer: true, ephemeral: true, cooldownSeconds: 0, updates: true } as const;
  return [
    {
      kind: 'component',
      name: QUEUE_BUTTON,
      policy: { ...policy, permission: 'orders' },
      execute: (call) => showQueue(deps, call, pageArgs.parse(call.args)[0]),
    },
    {
      kind: 'component',
      name: QUEUE_MOVE_BUTTON,
      policy: { ...policy, permission: 'move' },
      async execute(call) {
        const { userId, language } = call;
        const [move, order, page, version, madeAt] = moveArgs.parse(call.args);
        const texts = TEXTS[language];
        let moved: StaffOrder | undefined;
        let notice = texts.moved[move](order);
        try {
          moved = await transitionOrderByStaff(deps.shop, { move, order, madeAt, version, userId, language });
        } catch (error) {
          if (!isRefusalOfOrder(error)) throw error;
          notice = `#${order} · ${describeCallError(error, texts)}`;
        }
        const pressed = { id: buildCustomId(QUEUE_MOVE_BUTTON, ...call.args), move, page };
        const view = { language, clock: deps.clock, notice };
        const shown = moved && showMovedOrder(call.readMessage?.() ?? [], { pressed, moved, view });
        // The order is moved by now, so that a failed look at the queue must not read as if it were not.
        return (
          shown ?? showQueue(deps, call, page, notice).catch(() => createQueueNotice(notice, page, language))
        );
      },
    },
  ];
}
