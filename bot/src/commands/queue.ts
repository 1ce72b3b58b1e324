import { formatCount, type StaffOrder } from '@pax/contracts';
import type { SlashCommand } from './command.js';
import { relativeTime } from '../messages/format.js';
import type { ServerClock } from '../shop/server-clock.js';
import type { StaffBackend } from '../shop/staff-backend.js';
import { codeSpan, plain } from '../messages/text.js';
import { STAFF_TEXTS } from './staff-texts.js';
import { TEXTS, type Texts } from './texts.js';
import { MARK, ORDER_STATE } from '../messages/state.js';

function line(order: StaffOrder, texts: Texts, isOverdue: boolean): string {
  const { id, priority, productName, quantity, minecraftName, dueAt, status } = order;
  const parts = [
    ...(isOverdue ? [`**${texts.overdue}**`] : []),
    `${plain(texts.item(productName), 40)} × ${quantity}`,
    codeSpan(minecraftName, 32),
    ...(dueAt ? [relativeTime(dueAt)] : []),
    texts.status[status],
    ...(priority ? [texts.priority] : []),
  ];
  return `${MARK[ORDER_STATE[status]]} **#${id}** ${parts.join(' · ')}`;
}

type Clock = Pick<ServerClock, 'msUntil'>;

/** Compares with the shop's clock, since the shop computed `dueAt`. */
const isOverdue = ({ dueAt }: StaffOrder, clock: Clock): boolean =>
  dueAt !== null && clock.msUntil(dueAt) < 0;

/** `/queue`: the open orders that are due first, for staff. */
export function queueCommand(staff: Pick<StaffBackend, 'queue'>, clock: Clock): SlashCommand {
  return {
    kind: 'slash',
    name: 'queue',
    description: { en: 'What is to be delivered (staff)', de: 'Was zu liefern ist (Team)' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'orders', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = STAFF_TEXTS[language];
      const { orders, total } = await staff.queue(userId);
      const lines = orders.map((order) => line(order, TEXTS[language], isOverdue(order, clock)));
      if (total > orders.length) lines.push(texts.more(total - orders.length));
      const description = lines.length > 0 ? lines.join('\n') : texts.empty;
      return { embeds: [{ title: texts.queue(formatCount(total, language)), description }] };
    },
  };
}
