import type { BotLanguage } from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIButtonComponentWithCustomId } from 'discord.js';
import { customId } from './custom-id.js';
import { SHOP_TEXTS } from './shop-texts.js';

/** The button that opens `/shop` from a post in a channel: at a product, or at the first page. */
export const buyButton = (
  language: BotLanguage,
  ...productId: [] | [number]
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Success,
  label: SHOP_TEXTS[language].buy,
  custom_id: customId('shop-open', ...productId),
});
