import { formatCount, idParam, MOST_MILLIONS, MOST_PIECES, type BotProduct } from '@pax/contracts';
import { ComponentType, TextInputStyle } from 'discord.js';
import { z } from 'zod';
import type { Action, Language, Reply } from './command.js';
import { customId } from '../messages/custom-id.js';
import type { PeopleBackend } from '../shop/people-backend.js';
import { hasCode } from '../shop/problem-error.js';
import { SHOP_TEXTS } from '../messages/shop-texts.js';
import { cardView, quoteView } from './shop-view.js';
import { findProduct, goneReply, ofProduct, STEP, viewFor, type ShopDeps } from './shop.js';

export interface AmountDeps extends ShopDeps {
  people: Pick<PeopleBackend, 'payLink'>;
}

const asked = z.tuple([idParam, z.enum(['pieces', 'coins'])]);
const fields = z.object({ amount: z.string() });
const MAX_TYPED = 16;

/** The button that opens the amount window. It does not ask the shop, since Discord waits only 3 s for a window. */
export function amountButton(): Action {
  return {
    kind: 'component',
    name: 'shop-amount',
    policy: { ...STEP, defer: false, updates: false },
    async execute({ language, args }) {
      const [productId, unit] = asked.parse(args);
      const texts = SHOP_TEXTS[language];
      const { title, label, hint } = unit === 'coins' ? texts.millions : texts.pieces;
      return {
        modal: {
          custom_id: customId('shop-amount', productId),
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
                max_length: MAX_TYPED,
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

/** The amount window: replies with the price and a checkout link, or with the product and the reason for a refusal. */
export function amountWindow(deps: AmountDeps): Action {
  return {
    kind: 'modal',
    name: 'shop-amount',
    policy: STEP,
    async execute(call): Promise<Reply> {
      const { language, userId, args, options } = call;
      const [productId] = ofProduct.parse(args);
      const texts = SHOP_TEXTS[language];
      const product = await findProduct(deps, productId);
      if (!product) return goneReply(deps, call);
      const again = (notice: string) => cardView(product, viewFor(call, deps, notice));
      const most = mostOf(product);
      if (most === 0) return again(texts.soldOut);
      const amount = amountIn(fields.parse(options).amount, language);
      if (amount === undefined) return again(texts.notAnAmount(formatCount(most, language)));
      if (amount > most) return again(texts.onlyLeft(formatCount(most, language)));
      const item = product.isCustom
        ? { id: productId, quantity: 1, customAmount: amount }
        : { id: productId, quantity: amount };
      try {
        const link = await deps.people.payLink({ discordId: userId, items: [item] });
        return quoteView(product, amount, link, viewFor(call, deps));
      } catch (error) {
        if (hasCode(error, 'PRODUCT_NOT_FOUND')) return goneReply(deps, call);
        throw error;
      }
    },
  };
}

/** A whole number, optionally followed by a word for millions. */
const TYPED = /^(\d{1,7})\s*(?:m|mio\.?|million(?:s|en)?)?$/i;

/** The most that can be bought of a product now. */
export const mostOf = ({ stock, isCustom }: BotProduct): number =>
  Math.max(0, Math.min(stock, isCustom ? MOST_MILLIONS : MOST_PIECES));

/** Numbers with a language's thousands separators, as the bot writes them too. */
const GROUPED: Record<Language, RegExp> = {
  en: /^\d{1,3}(?:,\d{3})+(?!\d)/,
  de: /^\d{1,3}(?:\.\d{3})+(?!\d)/,
};

/** The amount that somebody typed in their language; undefined when it is no whole number from 1 on. */
export function amountIn(typed: string, language: Language): number | undefined {
  const plain = typed
    .slice(0, 100)
    .trim()
    .replace(GROUPED[language], (digits) => digits.replaceAll(/[.,]/g, ''));
  const amount = Number(TYPED.exec(plain)?.[1] ?? 0);
  return amount > 0 ? amount : undefined;
}
