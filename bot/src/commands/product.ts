import type { BotProduct } from '@pax/contracts';
import { ButtonStyle, ComponentType } from 'discord.js';
import type { Backend } from '../shop/backend.js';
import type { SlashCommand } from './command.js';
import { SpokenError } from '../shop/problem-error.js';
import { plain, plainLines } from '../messages/text.js';
import { TEXTS } from './texts.js';
import { buyButton } from '../messages/buy-button.js';
import { leftOf, priceOf, productCompleter } from './product-lines.js';

interface ProductDeps {
  backend: Pick<Backend, 'stock'>;
  /** The shop's public address. */
  publicUrl: string;
}

/** The product with exactly the typed name, or else the first one found. */
const bestMatch = (products: readonly BotProduct[], typed: string): BotProduct | undefined =>
  products.find(({ name }) => name.toLowerCase() === typed.toLowerCase()) ?? products[0];

/** `/product <product>`: description, price and stock of one product. */
export function productCommand({ backend, publicUrl }: ProductDeps): SlashCommand {
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
        complete: productCompleter(backend),
      },
    ],
    policy: { defer: true, ephemeral: false, permission: 'everyone', cooldownSeconds: 3 },
    async execute({ language, options }) {
      const texts = TEXTS[language];
      const typed = String(options['product'] ?? '')
        .trim()
        .slice(0, 100);
      const { products } = await backend.stock(typed || undefined);
      const product = bestMatch(products, typed);
      // Only the caller sees this error: in public, the echoed words would look like the bot's own.
      if (!product) throw new SpokenError(texts.nothingFound(plain(typed)));
      const field = (name: string, value: string) => ({ name, value, inline: true });
      return {
        embeds: [
          {
            title: plain(product.name) || '–',
            description: plainLines(product.description ?? '', 1_000),
            fields: [
              field(texts.price, priceOf(product, texts)),
              field(texts.available, leftOf(product, texts)),
            ],
          },
        ],
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              buyButton(language, product.id),
              { type: ComponentType.Button, style: ButtonStyle.Link, label: texts.openShop, url: publicUrl },
            ],
          },
        ],
      };
    },
  };
}
