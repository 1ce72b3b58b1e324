import { idParam, staffCalls, type BotSetTicketStatusRequest } from '@pax/contracts';
import { z } from 'zod';
import { creationToken } from '../../messages/custom-id.js';
import {
  CLOSE_TICKET_BUTTON,
  TAKE_TICKET_BUTTON,
  TICKET_LINKS_BUTTON,
} from '../../messages/ticket-controls.js';
import { hasCode, type ShopClient } from '../../shop-client.js';
import { UserFacingError, type Action } from '../command.js';
import { STAFF_TEXTS } from '../staff-texts.js';

interface TicketActsDeps {
  readonly shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  readonly publicUrl: string;
}

const actArgs = z.tuple([idParam, creationToken]);
const linkArgs = z.tuple([
  idParam,
  z
    .string()
    .transform((ids) => (ids === '' ? [] : ids.split('.')))
    .pipe(z.array(idParam)),
  creationToken,
]);

const STATUSES: readonly (readonly [button: string, status: BotSetTicketStatusRequest['status']])[] = [
  [TAKE_TICKET_BUTTON, 'in_progress'],
  [CLOSE_TICKET_BUTTON, 'closed'],
];

/** The buttons below a ticket's post that take and close it, and the one that answers with links to the panel. */
export function createTicketActs({ shop, publicUrl }: TicketActsDeps): Action[] {
  return [
    ...STATUSES.map(([name, status]): Action => ({
      kind: 'component',
      name,
      policy: { defer: true, ephemeral: true, permission: 'tickets', cooldownSeconds: 0 },
      async execute({ userId, language, args }) {
        const texts = STAFF_TEXTS[language];
        const [id, madeAt] = actArgs.parse(args);
        try {
          const body = { discordId: userId, status, madeAt };
          await shop.call(staffCalls.botSetTicketStatus, { params: { id }, body });
        } catch (error) {
          if (hasCode(error, 'NOT_FOUND')) throw new UserFacingError(texts.noTicket);
          if (hasCode(error, 'ILLEGAL_MOVE')) throw new UserFacingError(texts.ticketEnded);
          throw error;
        }
        return { content: texts.ticketSet[status](id) };
      },
    })),
    {
      kind: 'component',
      name: TICKET_LINKS_BUTTON,
      policy: { defer: false, ephemeral: true, permission: 'tickets', cooldownSeconds: 0 },
      async execute({ language, args }) {
        const texts = STAFF_TEXTS[language];
        const [id, orderIds] = linkArgs.parse(args);
        const links = [
          texts.linkToTicket(id, `${publicUrl}/admin?tab=tickets&open=${id}`),
          ...orderIds.map((orderId) => texts.linkToOrder(orderId, `${publicUrl}/admin?open=${orderId}`)),
        ];
        return { content: links.join('\n') };
      },
    },
  ];
}
