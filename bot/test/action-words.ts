import type { Language } from '../src/commands/command.js';
import { PERSONAL_SETTINGS_TEXTS } from '../src/commands/personal-settings.js';
import { REWARD_TEXTS } from '../src/commands/reward-texts.js';
import { SHOP_TEXTS } from '../src/messages/shop-texts.js';
import { STAFF_TEXTS } from '../src/commands/staff-texts.js';
import { TEXTS } from '../src/commands/texts.js';
import { TICKET_TEXTS } from '../src/commands/ticket.js';

/** The bot's texts in a language, for specs that compare them with what people see. */
export const wordsForLanguage = (language: Language) => ({
  common: TEXTS[language],
  person: PERSONAL_SETTINGS_TEXTS[language],
  reward: REWARD_TEXTS[language],
  shop: SHOP_TEXTS[language],
  staff: STAFF_TEXTS[language],
  ticket: TICKET_TEXTS[language],
});
export type Words = ReturnType<typeof wordsForLanguage>;
