import { LOW_STOCK, type BotProduct, type CallAnswer, type botCalls } from '@pax/contracts';
import { clip, plain } from '../core/text.js';
import { coins } from '../core/format.js';
import { COLOUR } from './colours.js';
import { lastingView, type LastingView } from './lasting-view.js';

/** Characters of Discord's description that are used; what is left is counted. */
const MAX_LENGTH = 3_900;

type Stock = CallAnswer<typeof botCalls.botStock>;

const mark = (left: number): string =>
  left <= 0 ? 'ausverkauft' : left <= LOW_STOCK ? `noch ${left}` : `${left}`;

function lines(products: readonly BotProduct[]): string[] {
  const categories = [...new Set(products.map(({ category }) => category))];
  return categories.flatMap((category) => [
    `**${plain(category, 40)}**`,
    ...products
      .filter((one) => one.category === category)
      .map(({ name, stock }) => `${plain(name, 60)}: ${mark(stock)}`),
  ]);
}

/** The stock of everything that can be bought by pieces, and the pool, as one lasting message (OWN-759). */
export function stockBoardView({ coinStock, products }: Stock): LastingView {
  const pool = `**Coins**: ${coinStock > 0 ? `${coins(coinStock)} frei` : 'leer'}`;
  const pieces = products.filter(({ isCustom }) => isCustom !== true);
  const all = [pool, ...lines(pieces)];
  let size = 0;
  const shown = all.filter((line) => (size += line.length + 1) <= MAX_LENGTH);
  const hidden = all.length - shown.length;
  const isLow = coinStock <= 0 || pieces.some(({ stock }) => stock <= 0);
  return lastingView(
    {
      title: 'Bestand',
      description: clip(
        [...shown, ...(hidden > 0 ? [`… und ${hidden} weitere Zeilen`] : [])].join('\n'),
        4_096,
      ),
      color: isLow ? COLOUR.lantern : COLOUR.money,
      footer: { text: 'Bestandstafel' },
    },
    [],
    true,
  );
}
