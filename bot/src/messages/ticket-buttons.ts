import { isOpenTicket, type Post } from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIActionRowComponent, type APIButtonComponent } from 'discord.js';
import { customId, madeToken } from './custom-id.js';

export const REPLY_BUTTON = 'ticket-reply';

/** A Reply button below the post of a ticket that waits for an answer. */
export function ticketButtons(posts: readonly Post[]): APIActionRowComponent<APIButtonComponent>[] {
  const waiting = posts.flatMap(({ type, content }) => {
    if (type !== 'ticket.opened' || content.kind !== 'ticket') return [];
    const { id, status, createdAt } = content.ticket;
    return isOpenTicket(status) && createdAt !== undefined ? [[id, createdAt] as const] : [];
  });
  // One row per ticket: a message takes five rows and never holds more tickets.
  return [...new Map(waiting)].slice(0, 5).map(([id, createdAt]) => ({
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Primary,
        label: `#${id} antworten`,
        custom_id: customId(REPLY_BUTTON, id, madeToken(createdAt)),
      },
    ],
  }));
}
