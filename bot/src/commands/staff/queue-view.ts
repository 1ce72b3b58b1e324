import {
  BOT_QUEUE_PAGE_SIZE,
  formatCount,
  type BotQueueAnswer,
  type OrderTransition,
  type StaffOrder,
} from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord.js';
import { buildCustomId, toCreationToken } from '../../messages/custom-id.js';
import { formatRelativeTime } from '../../messages/format.js';
import { actionRow, buildLayout, container, divider, textDisplay } from '../../messages/layout.js';
import { listOfferedMoves } from '../../messages/order-controls.js';
import { escapeMarkdown, formatCodeSpan } from '../../messages/sanitize-text.js';
import { SHOP_TEXTS } from '../../messages/shop-texts.js';
import { COLOUR, ORDER_STATE, STATE_MARK } from '../../messages/state-marks.js';
import type { ServerClock } from '../../shop-client.js';
import type { Language, Reply } from '../command.js';
import { STAFF_TEXTS } from '../staff-texts.js';
import { TEXTS } from '../texts.js';

export const QUEUE_BUTTON = 'queue';
export const QUEUE_MOVE_BUTTON = 'queue-move';
const NAME_LENGTH = 60;

export interface QueueView {
  language: Language;
  clock: Pick<ServerClock, 'msUntil'>;
  /** First line, with the outcome of the button that was pressed. */
  notice?: string | undefined;
}

/** True when an order's due time has passed by the backend's clock, since the backend computed the due time. */
const isOverdue = ({ dueAt }: StaffOrder, clock: QueueView['clock']): boolean =>
  dueAt !== null && clock.msUntil(dueAt) < 0;

function describeOrder(order: StaffOrder, isOwn: boolean, { language, clock }: QueueView): string {
  const [texts, common] = [STAFF_TEXTS[language], TEXTS[language]];
  const { id, status, paymentStatus, productName, quantity, totalPrice, minecraftName, processedBy } = order;
  const goods = [
    `${STATE_MARK[ORDER_STATE[status]]} **#${id}**`,
    ...(isOverdue(order, clock) ? [`**${common.overdue}**`] : []),
    `${escapeMarkdown(common.item(productName, NAME_LENGTH), NAME_LENGTH)} × ${quantity}`,
    common.dollars(totalPrice),
    ...(order.priority ? [common.priority] : []),
  ];
  const state = [
    minecraftName === null ? texts.askForName : formatCodeSpan(minecraftName, 40),
    ...(order.dueAt ? [formatRelativeTime(order.dueAt)] : []),
    processedBy === null ? common.status[status] : texts.takenBy(formatCodeSpan(processedBy, 40)),
    ...(paymentStatus === 'paid' ? [] : [`**${common.payment[paymentStatus]}**`]),
    ...(isOwn ? [texts.yourOwn] : []),
  ];
  return `${goods.join(' · ')}\n${state.join(' · ')}`;
}

type ButtonColour = APIButtonComponentWithCustomId['style'];

const createButton = (label: string, id: string, style: ButtonColour): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style,
  label,
  custom_id: id,
});

/** The next step is in colour: taking the order, then completing it. */
const MOVE_STYLES: Partial<Record<OrderTransition, readonly [pending: ButtonColour, taken: ButtonColour]>> = {
  process: [ButtonStyle.Primary, ButtonStyle.Primary],
  complete: [ButtonStyle.Secondary, ButtonStyle.Success],
};

function createMoveRow(order: StaffOrder, page: number, language: Language) {
  const { id, status, createdAt } = order;
  const buttons = listOfferedMoves(order).map((move) => {
    const [pending, taken] = MOVE_STYLES[move] ?? [ButtonStyle.Secondary, ButtonStyle.Secondary];
    return createButton(
      STAFF_TEXTS[language].moveButton(move, id),
      buildCustomId(QUEUE_MOVE_BUTTON, move, id, page, toCreationToken(createdAt)),
      status === 'pending' ? pending : taken,
    );
  });
  return buttons.length > 0 ? [actionRow(...buttons)] : [];
}

const createPageButton = (label: string, page: number) =>
  createButton(label, buildCustomId(QUEUE_BUTTON, page), ButtonStyle.Secondary);

/**
 * Shows one page of the queue: each order in two lines, with the buttons that its state allows. Leaves three of a
 * message's forty components free, so that the notice can get a button beside it.
 */
export function createQueueView(queue: BotQueueAnswer, view: QueueView): Reply {
  const { orders, total, page, mayMove, ownIds } = queue;
  const { language, notice } = view;
  const texts = STAFF_TEXTS[language];
  const pages = Math.max(1, Math.ceil(total / BOT_QUEUE_PAGE_SIZE));
  const shown = orders.slice(0, BOT_QUEUE_PAGE_SIZE).map((order) => {
    const isOwn = ownIds.includes(order.id);
    const text = textDisplay(describeOrder(order, isOwn, view));
    return [divider, text, ...(mayMove && !isOwn ? createMoveRow(order, page, language) : [])];
  });
  return buildLayout(
    container(
      [
        ...(notice === undefined ? [] : [textDisplay(notice)]),
        textDisplay(`## ${texts.queue(formatCount(total, language), page, pages)}`),
        ...(shown.length > 0 ? shown.flat() : [textDisplay(texts.empty)]),
        actionRow(
          ...(page > 1 ? [createPageButton(SHOP_TEXTS[language].previousPage, page - 1)] : []),
          createPageButton(texts.refresh, page),
          ...(page < pages ? [createPageButton(SHOP_TEXTS[language].nextPage, page + 1)] : []),
        ),
      ],
      COLOUR.lantern,
    ),
  );
}

/** Shows the outcome of a button alone, when the queue could not be read again after it. */
export function createQueueNotice(notice: string, page: number, language: Language): Reply {
  const refresh = createPageButton(STAFF_TEXTS[language].refresh, page);
  return buildLayout(container([textDisplay(notice), actionRow(refresh)], COLOUR.lantern));
}
