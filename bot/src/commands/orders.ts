import { z } from 'zod';
import type { Backend } from '../shop/backend.js';
import type { Action, Reply, SlashCommand } from './command.js';
import { TEXTS, type Texts } from './texts.js';
import { ordersPage } from './own-orders.js';

const pressed = z.tuple([z.coerce.number().int().min(1).max(1_000_000)]);

type OrdersBackend = Pick<Backend, 'ordersOf'>;

async function pageOf(
  backend: OrdersBackend,
  userId: string,
  { page, texts }: { page: number; texts: Texts },
): Promise<Reply> {
  const found = await backend.ordersOf(userId, { page });
  return found.total === 0 ? { content: texts.noOrders } : ordersPage(found, page, texts);
}

/** `/orders`: the caller's own orders, ten a page. */
export function ordersCommand(backend: OrdersBackend): SlashCommand {
  return {
    kind: 'slash',
    name: 'orders',
    description: { en: 'Your orders, newest first', de: 'Deine Bestellungen, neueste zuerst' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    execute: ({ userId, language }) => pageOf(backend, userId, { page: 1, texts: TEXTS[language] }),
  };
}

/** Turns the page of the presser's own orders; only the caller sees the message, so both are the same person. */
export function ordersPageButton(backend: OrdersBackend): Action {
  return {
    kind: 'component',
    name: 'orders',
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 0, updates: true },
    execute: ({ userId, language, args }) => {
      const [page] = pressed.parse(args);
      return pageOf(backend, userId, { page, texts: TEXTS[language] });
    },
  };
}
