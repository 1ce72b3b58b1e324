import {
  type BotLanguage,
  formatCount,
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

/** Selects as many products as fit, those with the fewest pieces, and keeps the shop's order. */
function selectShownProducts(pieces: readonly BotProduct[]): readonly BotProduct[] {
  const fewest = pieces.toSorted((one, other) => one.stock - other.stock).slice(0, MAX_BOARD_PRODUCTS);
  return pieces.filter((one) => fewest.includes(one));
}

/** The coin pool, with a buy button when the shop sells coins in any amount. */
function createPoolPart({ coinStock, products }: Stock, at: Date | undefined): APIComponentInContainer {
  const free = coinStock > 0 ? `${formatExactCoins(coinStock, 'de')} frei` : 'leer';
  const time = at === undefined ? '' : `\nStand: ${formatShortTime(at.toISOString())}`;
  const text = `## Bestand\n**Coins**: ${free}${time}`;
  const custom = products.find(({ isCustom }) => isCustom === true);
  return custom === undefined ? textDisplay(text) : section([text], createBuyButton('de', custom.id));
}

function createProductPart({ id, name, category, stock }: BotProduct): APIComponentInContainer {
  const text = `**${escapeMarkdown(name, NAME_LENGTH)}** · ${SHOP_TEXTS.de.category[category]}\n${describeStock(stock)}`;
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
