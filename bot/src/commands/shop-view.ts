import {
  formatCents,
  formatCount,
  MAX_PIECE_TEXT,
  findCheaperCoinAmount,
  CATEGORIES,
  getCentsPerMillion,
  COINS_PER_MILLION,
  computeCustomCoinPrice,
  type BotPayLinkAnswer,
  type BotProduct,
  type Category,
} from '@pax/contracts';
import {
  ButtonStyle,
  ComponentType,
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
} from 'discord.js';
import type { Language, Reply } from './command.js';
import { buildCustomId } from '../messages/custom-id.js';
import { formatRelativeTime } from '../messages/format.js';
import { describeStock, describePrice } from './products.js';
import { escapeMarkdown, escapeMarkdownLines } from '../messages/sanitize-text.js';
import { SHOP_TEXTS } from '../messages/shop-texts.js';
import { TEXTS } from './texts.js';
import { COLOUR } from '../messages/state-marks.js';
import {
  container,
  divider,
  buildLayout,
  cutPage,
  actionRow,
  section,
  textDisplay,
} from '../messages/layout.js';

/** Products per page: each takes three components, the page eight more, and Discord accepts at most 40 components. */
const PRODUCTS_PER_PAGE = 8;
const NAME_LENGTH = 60;
const DESCRIPTION_LENGTH = 800;

/** Options for one screen of `/shop`; `notice` is a first line that tells the outcome of the previous step. */
export interface ShopView {
  language: Language;
  publicUrl: string;
  notice?: string | undefined;
}

type Parts = APIComponentInContainer[];

const createButton = (
  label: string,
  id: string,
  style: ButtonStyle.Primary | ButtonStyle.Secondary = ButtonStyle.Secondary,
): APIButtonComponentWithCustomId => ({ type: ComponentType.Button, style, label, custom_id: id });

const createNoticeParts = (notice: string | undefined): Parts =>
  notice === undefined ? [] : [textDisplay(notice)];

/** Address of the product's picture, if Discord can show it: https, and not SVG. */
function findPictureUrl({ image }: BotProduct, publicUrl: string): string | undefined {
  const url = image === undefined ? null : URL.parse(image, publicUrl);
  return url?.protocol === 'https:' && !url.pathname.endsWith('.svg') && url.href.length <= 2_000
    ? url.href
    : undefined;
}

/** Describes the price and stock of one product. */
const describePriceAndStock = (product: BotProduct, language: Language): string => {
  const [price = ''] = describePrice(product, TEXTS[language]).split('\n');
  return `${price} · ${describeStock(product, TEXTS[language])}`;
};

function createCategoryMenu(chosen: Category, language: Language) {
  const texts = SHOP_TEXTS[language];
  return actionRow({
    type: ComponentType.StringSelect,
    custom_id: buildCustomId('shop-category'),
    placeholder: texts.choose,
    options: CATEGORIES.map((value) => ({
      label: texts.category[value],
      value,
      default: value === chosen,
    })),
  });
}

/** Shows one page of a category, with a button for each product. */
export function createBrowseView(
  { products, coinStock }: { products: readonly BotProduct[]; coinStock: number },
  { category, page: asked }: { category: Category; page: number },
  { language, notice }: ShopView,
): Reply {
  const [texts, common] = [SHOP_TEXTS[language], TEXTS[language]];
  const inCategory = products.filter((product) => product.category === category);
  const { shown, page, pages } = cutPage(inCategory, asked, PRODUCTS_PER_PAGE);
  const at = pages > 1 ? ` · ${texts.page(page + 1, pages)}` : '';
  const head = `## ${texts.title} · ${texts.category[category]}${at}`;
  const pool = category === 'coins' ? `\n${common.coinsFree(Math.max(0, coinStock))}` : '';
  const turn = [
    ...(page > 0 ? [createButton(texts.previousPage, buildCustomId('shop-page', category, page - 1))] : []),
    ...(page < pages - 1
      ? [createButton(texts.nextPage, buildCustomId('shop-page', category, page + 1))]
      : []),
  ];
  const list = shown.map((product) =>
    section(
      [`**${escapeMarkdown(product.name, NAME_LENGTH)}**\n${describePriceAndStock(product, language)}`],
      createButton(texts.view, buildCustomId('shop-product', product.id)),
    ),
  );
  return buildLayout(
    container(
      [
        ...createNoticeParts(notice),
        textDisplay(head + pool),
        createCategoryMenu(category, language),
        divider,
        ...(list.length > 0 ? list : [textDisplay(texts.empty)]),
        ...(turn.length > 0 ? [actionRow(...turn)] : []),
      ],
      COLOUR.lantern,
    ),
  );
}

/** The button that opens the amount modal. Its custom id contains the unit, so that no call to the shop is needed. */
const createAmountButton = ({ id, isCustom = false }: BotProduct, label: string) =>
  createButton(label, buildCustomId('shop-amount', id, isCustom ? 'coins' : 'pieces'), ButtonStyle.Primary);

const createBackButton = ({ category }: BotProduct, language: Language) =>
  createButton(SHOP_TEXTS[language].back, buildCustomId('shop-page', category, 0));

/** Shows one product: description, price and stock. */
export function createProductView(product: BotProduct, { language, publicUrl, notice }: ShopView): Reply {
  const [texts, common] = [SHOP_TEXTS[language], TEXTS[language]];
  const description = escapeMarkdownLines(product.description ?? '', DESCRIPTION_LENGTH).trim();
  const about = [
    `## ${escapeMarkdown(product.name, NAME_LENGTH)}`,
    ...(description === '' ? [] : [description]),
    `**${common.price}**\n${describePrice(product, common)}\n**${common.available}**\n${describeStock(product, common)}`,
  ];
  const art = findPictureUrl(product, publicUrl);
  const shown: Parts =
    art === undefined
      ? about.map(textDisplay)
      : [section(about, { type: ComponentType.Thumbnail, media: { url: art } })];
  const buy = { ...createAmountButton(product, texts.amount), disabled: product.stock <= 0 };
  return buildLayout(
    container(
      [...createNoticeParts(notice), ...shown, divider, actionRow(buy, createBackButton(product, language))],
      COLOUR.lantern,
    ),
  );
}

/** Hint about a better price: a larger amount of coins that costs less, or the quantity of the bulk price. */
function describeBetterPrice(product: BotProduct, amount: number, language: Language): string[] {
  const texts = SHOP_TEXTS[language];
  if (product.isCustom) {
    const better = findCheaperCoinAmount(amount);
    if (better === undefined || better > product.stock) return [];
    const price = formatCents(computeCustomCoinPrice(better), language);
    return [texts.cheaper(TEXTS[language].coins(better * COINS_PER_MILLION), price)];
  }
  const { bulkMinQuantity: from, bulkPrice } = product;
  if (from == null || bulkPrice == null || amount >= from || from > product.stock) return [];
  return [texts.breakFrom(from, TEXTS[language].dollars(bulkPrice))];
}

/** Shows the current price, and a link to the checkout. */
export function createQuoteView(
  product: BotProduct,
  amount: number,
  { url, expiresAt, quote }: BotPayLinkAnswer,
  { language }: ShopView,
): Reply {
  const [texts, common] = [SHOP_TEXTS[language], TEXTS[language]];
  const [line] = quote.lines;
  // Text of the piece with its label and coins, which the checkout compares with the current product.
  const name = escapeMarkdown((!product.isCustom && line?.shown) || product.name, MAX_PIECE_TEXT);
  const what = product.isCustom
    ? texts.coinLine(common.coins(amount * COINS_PER_MILLION), name)
    : texts.line(amount, name);
  const each = product.isCustom
    ? common.coinRate(formatCents(getCentsPerMillion(amount), language), 1)
    : texts.each(common.dollars(line?.unitPrice ?? product.price));
  const { referral, tier, tierPercent } = quote.discounts;
  const steps = [
    `**${what}** · ${common.dollars(line?.linePrice ?? quote.subtotal)} (${each})`,
    ...(Number(referral) > 0 ? [`${texts.referral} · −${common.dollars(referral)}`] : []),
    ...(Number(tier) > 0 ? [`${texts.tier(tierPercent)} · −${common.dollars(tier)}`] : []),
    `**${texts.total} · ${common.dollars(quote.total)}**`,
    `${common.available}: ${describeStock(product, common)}`,
    ...(quote.points > 0 ? [texts.points(formatCount(quote.points, language))] : []),
    ...describeBetterPrice(product, amount, language),
  ];
  return buildLayout(
    container(
      [
        textDisplay(`## ${texts.quote}`),
        textDisplay(steps.join('\n')),
        divider,
        actionRow(
          {
            type: ComponentType.Button,
            style: ButtonStyle.Link,
            label: texts.pay(common.dollars(quote.total)),
            url,
          },
          { ...createAmountButton(product, texts.change), style: ButtonStyle.Secondary },
          createButton(texts.back, buildCustomId('shop-product', product.id)),
        ),
        textDisplay(`-# ${texts.link(formatRelativeTime(expiresAt))}`),
      ],
      COLOUR.money,
    ),
  );
}
