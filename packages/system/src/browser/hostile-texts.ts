import {
  adminProduct,
  adminTicket,
  adminUser,
  authAnswer,
  createTicketAnswer,
  order,
  placeCheckoutAnswer,
  ticketMessage,
  ticketNote,
  type AdminProduct,
} from '@pax/contracts';
import type { Page } from 'playwright-core';
import { Person } from '../support/person.js';
import { submitPayPage, tryToPlace, waitForCheckout } from '../support/shopping.js';
import { PASSWORD } from '../support/sign-in.js';
import { findOverflows } from './find-overflows.js';

/** A text that would run a script if it were rendered as markup. */
const SCRIPT_MARKUP = '<img src=x onerror="window.ran=1">';
const MASKED_LINK = '[free](https://evil.example)';
/** Invisible characters that reverse the text after them. */
const REVERSED = '\u202Edlog\u200B\u2066';
const HOSTILE = `${SCRIPT_MARKUP}${MASKED_LINK}${REVERSED}`;
const LONG = 'W'.repeat(4_097);

/** Ids of the objects with hostile texts, one in every place that accepts text. */
export interface HostileTexts {
  readonly product: AdminProduct;
  /** Ids of an open order, and of one cancelled with a reason. */
  readonly open: number;
  readonly cancelled: number;
  readonly checkout: string;
  /** Id of the buyer's ticket, with an answer and a note. */
  readonly ticket: number;
  /** Secret token of a visitor's ticket. */
  readonly token: string;
}

/** Writes hostile texts as buyer, visitor and admin. */
export async function writeHostileTexts(buyer: Person, admin: Person): Promise<HostileTexts> {
  const product = await admin.send(
    'POST',
    '/api/admin/products',
    {
      name: HOSTILE,
      category: 'items',
      price: '2.50',
      stock: 9,
      description: `${HOSTILE}${LONG}`.slice(0, 990),
    },
    adminProduct,
  );
  const items = [{ id: product.id, quantity: 1 }];
  const buyProduct = async () => {
    const placed = await tryToPlace(buyer, items, { discordName: '<img src=x onerror=ran=1>#1234' });
    const { url, checkout } = placeCheckoutAnswer.parse(placed.body);
    await submitPayPage(url, 'pay');
    const { orders } = await waitForCheckout(buyer, checkout, 'paid');
    return { checkout, id: orders[0] ?? 0 };
  };
  const [first, second] = [await buyProduct(), await buyProduct()];
  const reason = `${HOSTILE}${LONG}`.slice(0, 190);
  await admin.send('PATCH', `/api/admin/orders/${second.id}/cancel`, { reason }, order);
  const form = {
    name: HOSTILE,
    email: 'mara@example.org',
    subject: `${HOSTILE}${LONG}`.slice(0, 150),
    message: `${HOSTILE}\n${LONG}`,
  };
  const { id: ticket } = await buyer.send('POST', '/api/support-tickets', form, createTicketAnswer);
  await admin.send(
    'POST',
    `/api/admin/support-tickets/${ticket}/notes`,
    { text: `${HOSTILE}${LONG}`.slice(0, 1_990) },
    ticketNote,
  );
  const linked = await new Person(buyer.shopUrl).send(
    'POST',
    '/api/support-tickets',
    form,
    createTicketAnswer,
  );
  for (const writer of [buyer, admin])
    await writer.send(
      'POST',
      `/api/support-tickets/${ticket}/messages`,
      { text: `${HOSTILE}${LONG}`.slice(0, 2_000) },
      ticketMessage,
    );
  for (const id of [ticket, linked.id])
    await admin.send(
      'POST',
      `/api/support-tickets/${id}/respond`,
      { response: `${HOSTILE}\n${LONG}` },
      adminTicket,
    );
  for (const body of [{ blocked: true, reason }, { blocked: false }])
    await admin.send('PATCH', `/api/admin/users/${buyer.id}/block`, body, adminUser);
  // The buyer signs in again, since the block ended the buyer's sessions.
  const { username } = buyer;
  await buyer.send('POST', '/api/auth/login', { username, password: PASSWORD }, authAnswer);
  const token = linked.token ?? '';
  return { product, open: first.id, cancelled: second.id, checkout: first.checkout, ticket, token };
}

/** Finds texts that are rendered as markup or break the page; a line each. */
export async function findTextFaults(page: Page): Promise<string[]> {
  const wide = await findOverflows(page);
  const alive = await page.evaluate(() => {
    const faults: string[] = 'ran' in window ? ['a script ran'] : [];
    for (const element of document.querySelectorAll(
      'a[href*="evil.example"]:not([download][href^="/api/admin/exports/"]), img[src="x"], [onerror], [onclick]',
    ))
      faults.push(element.outerHTML.slice(0, 120));
    const blockOf = (node: Node): Element | null => {
      let at = node.parentElement;
      while (
        at &&
        getComputedStyle(at).display.startsWith('inline') &&
        !getComputedStyle(at).display.includes('-')
      )
        at = at.parentElement;
      return at;
    };
    const isIsolated = (node: Node, block: Element | null): boolean => {
      for (let at = node.parentElement; at && at !== block; at = at.parentElement)
        if (getComputedStyle(at).unicodeBidi.includes('isolate')) return true;
      return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    // Text that only screen readers read is not visible, and so is skipped.
    const isDrawn = (node: Node): boolean => (node.parentElement?.getBoundingClientRect().width ?? 0) > 1;
    while (walker.nextNode())
      if (walker.currentNode instanceof Text && isDrawn(walker.currentNode)) texts.push(walker.currentNode);
    for (const [index, text] of texts.entries()) {
      if (!text.data.includes('\u202E')) continue;
      const block = blockOf(text);
      if (isIsolated(text, block)) continue;
      const after = texts.slice(index + 1).find((other) => blockOf(other) === block && /\w/.test(other.data));
      const rest = text.data.slice(text.data.indexOf('\u202E')).replace(/^\u202Edlog\u200B\u2066/, '');
      if (after) faults.push(`turns "${after.data.slice(0, 40)}" around, after "${text.data.slice(0, 20)}"`);
      else if (/^[ .,:·“]*\w/.test(rest) && !rest.startsWith('W'))
        faults.push(`turns the rest "${rest.slice(0, 40)}"`);
    }
    return faults;
  });
  return [...wide, ...alive];
}
