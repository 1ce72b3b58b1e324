import {
  botCalls,
  payLinkCalls,
  CATEGORIES,
  id,
  idParam,
  type BotProduct,
  type Category,
  formatCount,
  MAX_MILLIONS,
  MAX_PIECES,
} from '@pax/contracts';
import { z } from 'zod';
import { type ShopClient, hasCode } from '../shop-client.js';
import type { Action, Call, Policy, Reply, SlashCommand, Language } from './command.js';
import { SHOP_TEXTS } from '../messages/shop-texts.js';
import { createBrowseView, createProductView, type ShopView, createQuoteView } from './shop-view.js';
import { ComponentType, TextInputStyle } from 'discord.js';
import { buildCustomId } from '../messages/custom-id.js';

export interface ShopDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

const category = z.enum(CATEGORIES);
const categoryArgs = z.tuple([category]);
const pageArgs = z.tuple([category, z.coerce.number().int().min(0).max(1_000)]);
export const productArgs = z.tuple([idParam]);
const openArgs = z.union([productArgs, z.tuple([])]);

/** Policy of an action that replaces the caller's own private `/shop` message. */
export const STEP_POLICY: Policy = {
  defer: true,
  ephemeral: true,
  permission: 'everyone',
  cooldownSeconds: 0,
  updates: true,
};

export const createShopView = ({ language }: Call, { publicUrl }: ShopDeps, notice?: string): ShopView => ({
  language,
  publicUrl,
  notice,
});

/** Shows one page of a category, with the products that are on sale. */
export async function showCategory(
  deps: ShopDeps,
  call: Call,
  at: { category: Category; page: number },
  notice?: string,
): Promise<Reply> {
  return createBrowseView(
    await deps.shop.call(botCalls.botStock, { query: {} }),
    at,
    createShopView(call, deps, notice),
  );
}

/** Finds a product by id; returns undefined when the product is no longer sold. */
export async function findProduct(deps: ShopDeps, productId: number): Promise<BotProduct | undefined> {
  const { products } = await deps.shop.call(botCalls.botStock, { query: {} });
  return products.find((one) => one.id === productId);
}

/** Reply for a product that is no longer sold: shows the first category with a notice. */
export const createProductGoneReply = (deps: ShopDeps, call: Call): Promise<Reply> =>
  showCategory(deps, call, { category: CATEGORIES[0], page: 0 }, SHOP_TEXTS[call.language].gone);

async function createProductReply(deps: ShopDeps, call: Call, productId: number): Promise<Reply> {
  const product = await findProduct(deps, productId);
  return product
    ? createProductView(product, createShopView(call, deps))
    : createProductGoneReply(deps, call);
}

/** `/shop`: shows the products by category, to the caller only. */
export function shopCommand(deps: ShopDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'shop',
    description: { en: 'Browse and buy', de: 'Stöbern und kaufen' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    execute: (call) => showCategory(deps, call, { category: CATEGORIES[0], page: 0 }),
  };
}

/** The buttons and menus of `/shop`, and the button in channel posts that opens it. */
export function createShopActions(deps: ShopDeps): Action[] {
  return [
    {
      kind: 'component',
      name: 'shop-category',
      policy: STEP_POLICY,
      execute: async (call) =>
        showCategory(deps, call, { category: categoryArgs.parse(call.args)[0], page: 0 }),
    },
    {
      kind: 'component',
      name: 'shop-page',
      policy: STEP_POLICY,
      async execute(call) {
        const [at, page] = pageArgs.parse(call.args);
        return showCategory(deps, call, { category: at, page });
      },
    },
    {
      kind: 'component',
      name: 'shop-product',
      policy: STEP_POLICY,
      execute: async (call) => createProductReply(deps, call, id.parse(productArgs.parse(call.args)[0])),
    },
    {
      kind: 'component',
      name: 'shop-open',
      policy: { ...STEP_POLICY, updates: false, cooldownSeconds: 2 },
      async execute(call) {
        const [productId] = openArgs.parse(call.args);
        return productId === undefined
          ? showCategory(deps, call, { category: CATEGORIES[0], page: 0 })
          : createProductReply(deps, call, productId);
      },
    },
  ];
}

const amountArgs = z.tuple([idParam, z.enum(['pieces', 'coins'])]);
const fields = z.object({ amount: z.string() });
const MAX_TYPED_LENGTH = 16;

/** The button that opens the amount modal. No call to the shop is made, since Discord waits only 3 s for a modal. */
export function createAmountAction(): Action {
  return {
    kind: 'component',
    name: 'shop-amount',
    policy: { ...STEP_POLICY, defer: false, updates: false },
    async execute({ language, args }) {
      const [productId, unit] = amountArgs.parse(args);
      const texts = SHOP_TEXTS[language];
      const { title, label, hint } = unit === 'coins' ? texts.millions : texts.pieces;
      return {
        modal: {
          custom_id: buildCustomId('shop-amount', productId),
          title,
          components: [
            {
              type: ComponentType.Label,
              label,
              component: {
                type: ComponentType.TextInput,
                custom_id: 'amount',
                style: TextInputStyle.Short,
                min_length: 1,
                max_length: MAX_TYPED_LENGTH,
                required: true,
                placeholder: hint,
              },
            },
          ],
        },
      };
    },
  };
}

/** The amount modal: replies with the price and a checkout link, or with the product and the reason for a refusal. */
export function createAmountModal(deps: ShopDeps): Action {
  return {
    kind: 'modal',
    name: 'shop-amount',
    policy: STEP_POLICY,
    async execute(call): Promise<Reply> {
      const { language, userId, args, options } = call;
      const [productId] = productArgs.parse(args);
      const texts = SHOP_TEXTS[language];
      const product = await findProduct(deps, productId);
      if (!product) return createProductGoneReply(deps, call);
      const showProductAgain = (notice: string) =>
        createProductView(product, createShopView(call, deps, notice));
      const most = getMaxAmount(product);
      if (most === 0) return showProductAgain(texts.soldOut);
      const amount = parseTypedQuantity(fields.parse(options).amount, language);
      if (amount === undefined) return showProductAgain(texts.notAnAmount(formatCount(most, language)));
      if (amount > most) return showProductAgain(texts.onlyLeft(formatCount(most, language)));
      const item = product.isCustom
        ? { id: productId, quantity: 1, customAmount: amount }
        : { id: productId, quantity: amount };
      try {
        const body = { discordId: userId, items: [item] };
        const link = await deps.shop.call(payLinkCalls.botPayLink, { body });
        return createQuoteView(product, amount, link, createShopView(call, deps));
      } catch (error) {
        if (hasCode(error, 'PRODUCT_NOT_FOUND')) return createProductGoneReply(deps, call);
        throw error;
      }
    },
  };
}

/** Matches a whole number, optionally followed by a word for millions. */
const TYPED_AMOUNT = /^(\d{1,7})\s*(?:m|mio\.?|million(?:s|en)?)?$/i;

/** Returns the largest amount of a product that can be bought now. */
export const getMaxAmount = ({ stock, isCustom }: BotProduct): number =>
  Math.max(0, Math.min(stock, isCustom ? MAX_MILLIONS : MAX_PIECES));

/** Matches whole numbers with the thousands separators of each language, which the bot's own texts use too. */
const GROUPED_NUMBER: Record<Language, RegExp> = {
  en: /^\d{1,3}(?:,\d{3})+(?!\d)/,
  de: /^\d{1,3}(?:\.\d{3})+(?!\d)/,
};

/** Parses an amount typed in the caller's language; returns undefined unless it is a whole number of at least 1. */
export function parseTypedQuantity(typed: string, language: Language): number | undefined {
  const plain = typed
    .slice(0, 100)
    .trim()
    .replace(GROUPED_NUMBER[language], (digits) => digits.replaceAll(/[.,]/g, ''));
  const amount = Number(TYPED_AMOUNT.exec(plain)?.[1] ?? 0);
  return amount > 0 ? amount : undefined;
}
