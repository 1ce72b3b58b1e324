import { staffLookUpCalls, type SuggestedOrderAct } from '@pax/contracts';
import { redactSecrets, toLabelText } from '../../messages/sanitize-text.js';
import type { ShopClient } from '../../shop-client.js';
import { SUGGESTIONS_TIMEOUT_MS, type Completer, type SlashOption } from '../command.js';
import { TEXTS } from '../texts.js';

type Shop = Pick<ShopClient, 'call'>;

const NAME_LENGTH = 40;
/** Longest account name in the suggestion of an order, so that its state fits as well. */
const ACCOUNT_LENGTH = 24;

const shorten = (text: string, max = NAME_LENGTH): string => toLabelText(text, max);
const joinParts = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ');

/** Suggests orders that an act is possible for. */
const createOrderCompleter =
  (shop: Shop, act: SuggestedOrderAct): Completer =>
  async ({ userId, language, text }) => {
    const query = { discordId: userId, act, q: text };
    const options = { query, timeoutMs: SUGGESTIONS_TIMEOUT_MS };
    const orders = await shop.call(staffLookUpCalls.botSuggestOrders, options);
    const texts = TEXTS[language];
    return orders.map(({ id, productName, quantity, username, status }) => ({
      name: joinParts(
        `#${id}`,
        `${shorten(texts.item(productName, NAME_LENGTH))} × ${quantity}`,
        shorten(username, ACCOUNT_LENGTH),
        texts.status[status],
      ),
      value: id,
    }));
  };

/** Suggests open tickets, without addresses and codes that visitors type into subject and name. */
const createTicketCompleter =
  (shop: Shop): Completer =>
  async ({ userId, text }) => {
    const options = { query: { discordId: userId, q: text }, timeoutMs: SUGGESTIONS_TIMEOUT_MS };
    const tickets = await shop.call(staffLookUpCalls.botSuggestTickets, options);
    return tickets.map(({ id, subject, name }) => ({
      name: joinParts(`#${id}`, shorten(redactSecrets(subject)), shorten(redactSecrets(name))),
      value: id,
    }));
  };

/** Suggests accounts by parts of their names; the value is `#` and the account's number, which only it has. */
export const createUserCompleter =
  (shop: Shop): Completer =>
  async ({ userId, text }) => {
    const options = { query: { discordId: userId, q: text }, timeoutMs: SUGGESTIONS_TIMEOUT_MS };
    const users = await shop.call(staffLookUpCalls.botSuggestUsers, options);
    return users.map(({ id, username, discordUsername }) => ({
      name: joinParts(`#${id}`, shorten(username), discordUsername && shorten(discordUsername)),
      value: `#${id}`,
    }));
  };

/** The option of a command that names an order, by its number. */
export const createOrderOption = (shop: Shop, act: SuggestedOrderAct): SlashOption => ({
  name: 'order',
  type: 'integer',
  required: true,
  description: { en: 'Number of the order', de: 'Nummer der Bestellung' },
  complete: createOrderCompleter(shop, act),
});

/** The option of a command that names a ticket, by its number. */
export const createTicketOption = (shop: Shop): SlashOption => ({
  name: 'ticket',
  type: 'integer',
  required: true,
  description: { en: 'Number of the ticket', de: 'Nummer des Tickets' },
  complete: createTicketCompleter(shop),
});
