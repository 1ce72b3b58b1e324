import type { Backend } from '../core/backend.js';
import type { SlashCommand } from '../core/command.js';
import { TEXTS } from '../services/texts.js';

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
