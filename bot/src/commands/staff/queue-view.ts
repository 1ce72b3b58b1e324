import {
  BOT_QUEUE_PAGE_SIZE,
  formatCount,
  orderMove,
  isUndeliverable,
  type BotQueueAnswer,
  type OrderMove,
  type OrderTransition,
  type StaffOrder,
} from '@pax/contracts';
import {
  ButtonStyle,
  ComponentType,
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
} from 'discord.js';
import { buildCustomId, parseCustomId, toCreationToken } from '../../messages/custom-id.js';
import { formatRelativeTime } from '../../messages/format.js';
import { actionRow, buildLayout, container, divider, textDisplay } from '../../messages/layout.js';
import { listOfferedMoves } from '../../messages/order-controls.js';
import { isOpenOrder, listReminders } from '../../messages/order-view.js';
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
const isOverdue = (order: StaffOrder, clock: QueueView['clock']): boolean =>
  isOpenOrder(order) && order.dueAt !== null && clock.msUntil(order.dueAt) < 0;

/** Game name to copy; without one, whom to ask for it. */
const describeRecipient = ({ minecraftName, discordUsername, username }: StaffOrder, ask: string): string =>
  minecraftName === null
    ? `${ask}: ${formatCodeSpan(discordUsername ?? username, 40)}`
    : formatCodeSpan(minecraftName, 40);

function describeOrder(order: StaffOrder, isOwn: boolean, { language, clock }: QueueView): string {
  const [texts, common] = [STAFF_TEXTS[language], TEXTS[language]];
  const { id, status, paymentStatus, productName, quantity, totalPrice, processedBy } = order;
  const goods = [
    `${STATE_MARK[ORDER_STATE[status]]} **#${id}**`,
    ...(isOverdue(order, clock) ? [`**${common.overdue}**`] : []),
    `${escapeMarkdown(common.item(productName, NAME_LENGTH), NAME_LENGTH)} × ${quantity}`,
    common.dollars(totalPrice),
    ...(order.priority ? [common.priority] : []),
  ];
  const state = [
    describeRecipient(order, texts.askForName),
    ...(order.dueAt && isOpenOrder(order) ? [formatRelativeTime(order.dueAt)] : []),
    status === 'processing' && processedBy !== null
      ? texts.takenBy(formatCodeSpan(processedBy, 40))
      : common.status[status],
    ...(paymentStatus === 'paid' ? [] : [`**${common.payment[paymentStatus]}**`]),
    ...(isOwn ? [texts.yourOwn] : listReminders(order, language).map((reminder) => `**${reminder}**`)),
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

/** The next step is in colour: taking an order that is to be delivered, then completing it. */
function colourOf(move: OrderTransition, { status, paymentStatus }: StaffOrder): ButtonColour {
  if (isUndeliverable(status, paymentStatus)) return ButtonStyle.Secondary;
  if (move === 'process') return ButtonStyle.Primary;
  return move === 'complete' && status === 'processing' ? ButtonStyle.Success : ButtonStyle.Secondary;
}

interface RowView {
  page: number;
  language: Language;
}

const createMoveButton = (move: OrderTransition, order: StaffOrder, { page, language }: RowView) =>
  createButton(
    `${TEXTS[language].move[move]} #${order.id}`,
    buildCustomId(QUEUE_MOVE_BUTTON, move, order.id, page, order.version, toCreationToken(order.createdAt)),
    colourOf(move, order),
  );

function createMoveRow(order: StaffOrder, view: RowView) {
  const buttons = listOfferedMoves(order).map((move) => createMoveButton(move, order, view));
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
    return [divider, text, ...(mayMove && !isOwn ? createMoveRow(order, { page, language }) : [])];
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

const idsOf = (part: APIComponentInContainer): string[] =>
  part.type === ComponentType.ActionRow
    ? part.components.flatMap((one) => ('custom_id' in one ? one.custom_id : []))
    : [];

interface MovedOrder {
  pressed: { id: string; move: OrderMove; page: number };
  moved: StaffOrder;
  view: QueueView & { notice: string };
}

/**
 * Changes the row of a moved order in the shown message, without its pressed button, and leaves all others in their
 * place, so that a second press meets no neighbour. Undefined for a message without the row.
 */
export function showMovedOrder(
  message: readonly APIMessageTopLevelComponent[],
  { pressed, moved, view }: MovedOrder,
): Reply | undefined {
  const box = message.find((one) => one.type === ComponentType.Container);
  const row = box?.components.find((part) => idsOf(part).includes(pressed.id));
  if (!box || !row) return undefined;
  const at = box.components.indexOf(row);
  const { language, notice } = view;
  const offered = listOfferedMoves(moved);
  const moves = idsOf(row).map((id) => orderMove.parse(parseCustomId(id)?.args[0]));
  const buttons = moves.map((move) => ({
    ...createMoveButton(move, moved, { page: pressed.page, language }),
    disabled: move === pressed.move || !offered.includes(move),
  }));
  const parts = box.components
    .with(at - 1, textDisplay(describeOrder(moved, false, view)))
    .with(at, actionRow(...buttons));
  // The next page starts with fewer orders before it by now, so that turning to it would skip one.
  const next = isOpenOrder(moved) ? undefined : buildCustomId(QUEUE_BUTTON, pressed.page + 1);
  const pages = parts.at(-1);
  if (pages?.type === ComponentType.ActionRow)
    pages.components = pages.components.filter((one) => !('custom_id' in one) || one.custom_id !== next);
  const heading = parts.findIndex((part) => 'content' in part && part.content.startsWith('## '));
  return buildLayout(container([textDisplay(notice), ...parts.slice(Math.max(0, heading))], COLOUR.lantern));
}
