import { CATEGORIES, id, idParam, type BotProduct, type Category } from '@pax/contracts';
import { z } from 'zod';
import type { Backend } from '../shop/backend.js';
import type { Action, Call, Policy, Reply, SlashCommand } from './command.js';
import { SHOP_TEXTS } from '../messages/shop-texts.js';
import { browseView, cardView, type ShopView } from './shop-view.js';

export interface ShopDeps {
  backend: Pick<Backend, 'stock'>;
  /** The shop's public address. */
  publicUrl: string;
}

const category = z.enum(CATEGORIES);
const chosen = z.tuple([category]);
const turned = z.tuple([category, z.coerce.number().int().min(0).max(1_000)]);
export const ofProduct = z.tuple([idParam]);
const opened = z.union([ofProduct, z.tuple([])]);

/** Policy of a step that replaces the caller's own private message. */
export const STEP: Policy = {
  defer: true,
  ephemeral: true,
  permission: 'everyone',
  cooldownSeconds: 0,
  updates: true,
};

export const viewFor = ({ language }: Call, { publicUrl }: ShopDeps, notice?: string): ShopView => ({
  language,
  publicUrl,
  notice,
});

/** A category with the products that are sold now. */
export async function browse(
  deps: ShopDeps,
  call: Call,
  at: { category: Category; page: number },
  notice?: string,
): Promise<Reply> {
  return browseView(await deps.backend.stock(), at, viewFor(call, deps, notice));
}

/** A product by id; undefined when it is no longer sold. */
export async function findProduct(deps: ShopDeps, productId: number): Promise<BotProduct | undefined> {
  const { products } = await deps.backend.stock();
  return products.find((one) => one.id === productId);
}

/** Replaces a product that is no longer sold with the first category and a notice. */
export const goneReply = (deps: ShopDeps, call: Call): Promise<Reply> =>
  browse(deps, call, { category: CATEGORIES[0], page: 0 }, SHOP_TEXTS[call.language].gone);

async function card(deps: ShopDeps, call: Call, productId: number): Promise<Reply> {
  const product = await findProduct(deps, productId);
  return product ? cardView(product, viewFor(call, deps)) : goneReply(deps, call);
}

/** `/shop`: the products by category; only the caller sees them. */
export function shopCommand(deps: ShopDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'shop',
    description: { en: 'Browse and buy', de: 'Stöbern und kaufen' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    execute: (call) => browse(deps, call, { category: CATEGORIES[0], page: 0 }),
  };
}

/** The buttons and menus of `/shop`, and the button that opens it from a post in a channel. */
export function shopActions(deps: ShopDeps): Action[] {
  return [
    {
      kind: 'component',
      name: 'shop-category',
      policy: STEP,
      execute: async (call) => browse(deps, call, { category: chosen.parse(call.args)[0], page: 0 }),
    },
    {
      kind: 'component',
      name: 'shop-page',
      policy: STEP,
      async execute(call) {
        const [at, page] = turned.parse(call.args);
        return browse(deps, call, { category: at, page });
      },
    },
    {
      kind: 'component',
      name: 'shop-product',
      policy: STEP,
      execute: async (call) => card(deps, call, id.parse(ofProduct.parse(call.args)[0])),
    },
    {
      kind: 'component',
      name: 'shop-open',
      policy: { ...STEP, updates: false, cooldownSeconds: 2 },
      async execute(call) {
        const [productId] = opened.parse(call.args);
        return productId === undefined
          ? browse(deps, call, { category: CATEGORIES[0], page: 0 })
          : card(deps, call, productId);
      },
    },
  ];
}
