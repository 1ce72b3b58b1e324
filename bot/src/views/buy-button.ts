import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord.js';
import type { Language } from '../core/command.js';
import { customId } from '../core/custom-id.js';
import { SHOP_TEXTS } from '../services/shop-texts.js';

/** The button that opens `/shop` from a post in a channel: at a product, or at the first page. */
export const buyButton = (
  language: Language,
  ...productId: [] | [number]
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Success,
  label: SHOP_TEXTS[language].buy,
  custom_id: customId('shop-open', ...productId),
});
