import {
  type BotLanguage,
  COIN_RATES,
  formatCents,
  formatCount,
  formatDecimal,
  LOW_STOCK,
  type BotProduct,
  type CallAnswer,
  type botCalls,
} from '@pax/contracts';
import {
  ButtonStyle,
  ComponentType,
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
} from 'discord.js';
import { buildCustomId } from './custom-id.js';
import { SHOP_TEXTS } from './shop-texts.js';
import { formatExactCoins, formatShortTime } from './format.js';
import { escapeMarkdown } from './sanitize-text.js';
import { COLOUR } from './state-marks.js';
import { lastingLayout, createMarkText, type LastingView } from './lasting-view.js';
import { container, divider, section, textDisplay } from './layout.js';

/** Button in a channel message that opens `/shop` at a product, or at the first page. */
export const createBuyButton = (
  language: BotLanguage,
  ...productId: [] | [number]
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Success,
  label: SHOP_TEXTS[language].buy,
  custom_id: buildCustomId('shop-open', ...productId),
});

/**
 * Largest number of products on the stock board: three components each, at most seven others, and Discord accepts 40.
 */
export const MAX_BOARD_PRODUCTS = 11;
const NAME_LENGTH = 60;
/** Text that identifies the stock board among the messages of its channel. */
const BOARD_MARK = 'Bestandstafel';

type Stock = CallAnswer<typeof botCalls.botStock>;

const describeStock = (pieces: number): string =>
  pieces <= 0 ? 'ausverkauft' : pieces <= LOW_STOCK ? `noch ${pieces}` : formatCount(pieces, 'de');

/**
 * Selects as many products as fit, in the shop's order: those in stock, the ones with the fewest pieces where not all
 * fit, then those sold out.
 */
function selectShownProducts(pieces: readonly BotProduct[]): readonly BotProduct[] {
  const inStock = pieces.filter(({ stock }) => stock > 0);
  const soldOut = pieces.filter(({ stock }) => stock <= 0);
  const fewest = inStock.toSorted((one, other) => one.stock - other.stock).slice(0, MAX_BOARD_PRODUCTS);
  return [...inStock.filter((one) => fewest.includes(one)), ...soldOut].slice(0, MAX_BOARD_PRODUCTS);
}

/** The price of a piece, and the lower one from a quantity on. */
function describePrices({ price, bulkMinQuantity, bulkPrice }: BotProduct): string {
  const each = formatDecimal(price, 'de');
  if (bulkMinQuantity == null || bulkPrice == null) return each;
  return `${each}, ab ${bulkMinQuantity} je ${formatDecimal(bulkPrice, 'de')}`;
}

/** The price of a million coins, and the lower ones from larger amounts on. */
function describeCoinRates(): string {
  const rates = COIN_RATES.toSorted((one, other) => one.fromMillions - other.fromMillions);
  const texts = rates.map(({ fromMillions, centsPerMillion }, index) => {
    const price = formatCents(centsPerMillion, 'de');
    return index === 0 ? `${price} je Million` : `ab ${fromMillions}M ${price}`;
  });
  return texts.join(', ');
}

/** The coin pool, with a buy button when the shop sells coins in any amount. */
function createPoolPart({ coinStock, products }: Stock, at: Date | undefined): APIComponentInContainer {
  const free = coinStock > 0 ? `${formatExactCoins(coinStock, 'de')} frei` : 'leer';
  const time = at === undefined ? '' : `\nStand: ${formatShortTime(at.toISOString())}`;
  const text = `## Bestand\n**Coins**: ${free}${time}`;
  const custom = products.find(({ isCustom }) => isCustom === true);
  if (custom === undefined) return textDisplay(text);
  return section([`${text}\n${describeCoinRates()}`], createBuyButton('de', custom.id));
}

function createProductPart(product: BotProduct): APIComponentInContainer {
  const { id, name, category, stock } = product;
  const text = `**${escapeMarkdown(name, NAME_LENGTH)}** · ${SHOP_TEXTS.de.category[category]}\n${describePrices(product)} · ${describeStock(stock)}`;
  const buy = createBuyButton('de', id);
  return section([text], stock > 0 ? buy : { ...buy, label: SHOP_TEXTS.de.view });
}

/**
 * The stock board: products sold by the piece, each with a button that opens `/shop`, and the coin pool.
 * @param publicUrl base address of the website, linked for products that do not fit
 */
export function createStockBoardView(stock: Stock, publicUrl: string): LastingView {
  const pieces = stock.products.filter(({ isCustom }) => isCustom !== true);
  const shown = selectShownProducts(pieces);
  const more = pieces.length - shown.length;
  const isLow = stock.coinStock <= 0 || pieces.some((one) => one.stock <= 0);
  return lastingLayout((at) =>
    container(
      [
        createPoolPart(stock, at),
        divider,
        ...shown.map(createProductPart),
        ...(more > 0 ? [textDisplay(`… und ${more} weitere: ${publicUrl}`)] : []),
        createMarkText(BOARD_MARK),
      ],
      isLow ? COLOUR.lantern : COLOUR.money,
    ),
  );
}
