import type { BotProduct } from '@pax/contracts';
import { ComponentType } from 'discord.js';
import type { Backend } from '../shop/backend.js';
import type { SlashCommand } from './command.js';
import { SpokenError } from '../shop/problem-error.js';
import { plain } from '../messages/text.js';
import { TEXTS, type Texts } from './texts.js';
import { buyButton } from '../messages/buy-button.js';
import { leftOf, productCompleter } from './product-lines.js';

const LISTED = 25;

function line(product: BotProduct, texts: Texts): string {
  return `**${plain(product.name, 40)}** · ${texts.dollars(product.price)} · ${leftOf(product, texts)}`;
}

/** `/stock [product]`: the products that can be bought now. */
export function stockCommand(backend: Pick<Backend, 'stock'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'stock',
    description: { en: 'What is in stock', de: 'Was auf Lager ist' },
    options: [
      {
        name: 'product',
        type: 'text',
        description: { en: 'Part of its name', de: 'Teil des Namens' },
        complete: productCompleter(backend),
      },
    ],
    policy: { defer: true, ephemeral: false, permission: 'everyone', cooldownSeconds: 3 },
    async execute({ language, options }) {
      const texts = TEXTS[language];
      const search = typeof options['product'] === 'string' ? options['product'].trim().slice(0, 100) : '';
      const { coinStock, products } = await backend.stock(search || undefined);
      // Only the caller sees this error: in public, the echoed words would look like the bot's own.
      if (search !== '' && products.length === 0) throw new SpokenError(texts.nothingFound(plain(search)));
      const lines = products.slice(0, LISTED).map((product) => line(product, texts));
      const more = products.length - lines.length;
      if (more > 0) lines.push(texts.moreProducts(more));
      const head = texts.coinsFree(Math.max(0, coinStock));
      const [only] = products.length === 1 ? products : [];
      const buy = only ? buyButton(language, only.id) : buyButton(language);
      return {
        embeds: [{ title: texts.stock, description: [head, ...lines].join('\n') }],
        components: [{ type: ComponentType.ActionRow, components: [buy] }],
      };
    },
  };
}

/** `/pool`: how many coins can be bought now, for everybody to see. */
export function poolCommand(backend: Pick<Backend, 'stock'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'pool',
    description: { en: 'How many coins can be bought now', de: 'Wie viele Coins es gerade gibt' },
    options: [],
    policy: { defer: true, ephemeral: false, permission: 'everyone', cooldownSeconds: 3 },
    async execute({ language }) {
      const texts = TEXTS[language];
      const { coinStock } = await backend.stock();
      return { content: coinStock > 0 ? texts.coinsFree(coinStock) : texts.noCoins };
    },
  };
}
