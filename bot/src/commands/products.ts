import {
  botCalls,
  COIN_RATES,
  COINS_PER_MILLION,
  formatCentsAsDecimal,
  type BotProduct,
} from '@pax/contracts';
import type { ShopClient } from '../shop-client.js';
import { UserFacingError } from './command.js';
import type { Choice, Completer, SlashCommand } from './command.js';
import { type Texts, TEXTS } from './texts.js';
import { ButtonStyle, ComponentType } from 'discord.js';
import { escapeMarkdown, escapeMarkdownLines } from '../messages/sanitize-text.js';
import { createBuyButton } from '../messages/stock-board-view.js';

/** Describes the stock of a product: a number of pieces, or coins for a product sold in any amount. */
export function describeStock({ stock, isCustom }: BotProduct, texts: Texts): string {
  if (stock <= 0) return texts.soldOut;
  return isCustom ? texts.coins(stock * COINS_PER_MILLION) : texts.pieces(stock);
}

/** Describes the price of a product; for coins sold in any amount, all price steps. */
export function describePrice(
  { price, isCustom, bulkMinQuantity, bulkPrice }: BotProduct,
  texts: Texts,
): string {
  if (isCustom)
    return COIN_RATES.map(({ centsPerMillion, fromMillions }) =>
      texts.coinRate(texts.dollars(formatCentsAsDecimal(centsPerMillion)), fromMillions),
    ).join('\n');
  if (bulkMinQuantity == null || bulkPrice == null) return texts.dollars(price);
  return `${texts.dollars(price)}\n${texts.breakPrice(bulkMinQuantity, texts.dollars(bulkPrice))}`;
}

const MAX_VALUE = 100;

/** Creates a function that suggests products by a part of their name. */
export function createProductCompleter(shop: Pick<ShopClient, 'call'>): Completer {
  return async ({ text }): Promise<Choice[]> => {
    const query = { q: text.trim() || undefined };
    const { products } = await shop.call(botCalls.botStock, { query });
    return products
      .map(({ name }) => ({ name, value: name }))
      .filter(({ value }) => value.length <= MAX_VALUE);
  };
}

interface ProductDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

/** Picks the product whose name equals the typed text, otherwise the first one found. */
const findBestProduct = (products: readonly BotProduct[], typed: string): BotProduct | undefined =>
  products.find(({ name }) => name.toLowerCase() === typed.toLowerCase()) ?? products[0];

/** `/product <product>`: shows description, price and stock of one product. */
export function productCommand({ shop, publicUrl }: ProductDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'product',
    description: { en: 'What a product is and costs', de: 'Was ein Produkt ist und kostet' },
    options: [
      {
        name: 'product',
        type: 'text',
        required: true,
        description: { en: 'Its name', de: 'Sein Name' },
        complete: createProductCompleter(shop),
      },
    ],
    policy: { defer: true, ephemeral: false, permission: 'everyone', cooldownSeconds: 3 },
    async execute({ language, options }) {
      const texts = TEXTS[language];
      const typed = String(options['product'] ?? '')
        .trim()
        .slice(0, 100);
      const query = { q: typed || undefined };
      const { products } = await shop.call(botCalls.botStock, { query });
      const product = findBestProduct(products, typed);
      // The error is shown to the caller alone, because in public the repeated text would look like the bot's own
      // words.
      if (!product) throw new UserFacingError(texts.nothingFound(escapeMarkdown(typed)));
      const createField = (name: string, value: string) => ({ name, value, inline: true });
      return {
        embeds: [
          {
            title: escapeMarkdown(product.name) || '–',
            description: escapeMarkdownLines(product.description ?? '', 1_000),
            fields: [
              createField(texts.price, describePrice(product, texts)),
              createField(texts.available, describeStock(product, texts)),
            ],
          },
        ],
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              createBuyButton(language, product.id),
              { type: ComponentType.Button, style: ButtonStyle.Link, label: texts.openShop, url: publicUrl },
            ],
          },
        ],
      };
    },
  };
}

const MAX_LISTED = 25;

function formatProductLine(product: BotProduct, texts: Texts): string {
  return `**${escapeMarkdown(product.name, 40)}** · ${texts.dollars(product.price)} · ${describeStock(product, texts)}`;
}

/** `/stock [product]`: lists the products that can be bought now. */
export function stockCommand(shop: Pick<ShopClient, 'call'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'stock',
    description: { en: 'What is in stock', de: 'Was auf Lager ist' },
    options: [
      {
        name: 'product',
        type: 'text',
        description: { en: 'Part of its name', de: 'Teil des Namens' },
        complete: createProductCompleter(shop),
      },
    ],
    policy: { defer: true, ephemeral: false, permission: 'everyone', cooldownSeconds: 3 },
    async execute({ language, options }) {
      const texts = TEXTS[language];
      const search = typeof options['product'] === 'string' ? options['product'].trim().slice(0, 100) : '';
      const { coinStock, products } = await shop.call(botCalls.botStock, {
        query: { q: search || undefined },
      });
      // The error is shown to the caller alone, because in public the repeated text would look like the bot's own
      // words.
      if (search !== '' && products.length === 0)
        throw new UserFacingError(texts.nothingFound(escapeMarkdown(search)));
      const lines = products.slice(0, MAX_LISTED).map((product) => formatProductLine(product, texts));
      const more = products.length - lines.length;
      if (more > 0) lines.push(texts.moreProducts(more));
      const head = texts.coinsFree(Math.max(0, coinStock));
      const [only] = products.length === 1 ? products : [];
      const buy = only ? createBuyButton(language, only.id) : createBuyButton(language);
      return {
        embeds: [{ title: texts.stock, description: [head, ...lines].join('\n') }],
        components: [{ type: ComponentType.ActionRow, components: [buy] }],
      };
    },
  };
}

/** `/pool`: tells in public how many coins can be bought now. */
export function poolCommand(shop: Pick<ShopClient, 'call'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'pool',
    description: { en: 'How many coins can be bought now', de: 'Wie viele Coins es gerade gibt' },
    options: [],
    policy: { defer: true, ephemeral: false, permission: 'everyone', cooldownSeconds: 3 },
    async execute({ language }) {
      const texts = TEXTS[language];
      const { coinStock } = await shop.call(botCalls.botStock, { query: {} });
      return { content: coinStock > 0 ? texts.coinsFree(coinStock) : texts.noCoins };
    },
  };
}
