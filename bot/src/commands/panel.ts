import type { BotPanelActRequest } from '@pax/contracts';
import type { Backend } from '../shop/backend.js';
import type { Localised, SlashCommand } from './command.js';
import type { StaffBackend } from '../shop/staff-backend.js';
import { STAFF_TEXTS } from './staff-texts.js';

/**
 * `/admin-code`: a one-time code for the panel, for staff and admins. The shop writes it as the private answer, so that it
 * never passes through the bot.
 */
export function adminCodeCommand(backend: Pick<Backend, 'adminCode'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'admin-code',
    description: { en: 'A one-time code for the panel (staff)', de: 'Ein Einmalcode für das Panel (Team)' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'staff', cooldownSeconds: 10 },
    async execute({ token, language }) {
      if (token === undefined) throw new Error('a command of Discord has a token');
      await backend.adminCode(token, language);
      return { isAnswered: true };
    },
  };
}

interface PanelActDeps {
  staff: Pick<StaffBackend, 'panelAct'>;
  /** The shop's public address. */
  publicUrl: string;
}
interface PanelAct {
  name: string;
  act: BotPanelActRequest['act'];
  /** Path and query in the panel, appended to the shop's address. */
  place: string;
  description: Localised;
}

const ACTS: readonly PanelAct[] = [
  {
    name: 'pool-set',
    act: 'pool',
    place: '/admin?tab=coins',
    description: {
      en: 'Set the coin pool, in the panel (admins)',
      de: 'Den Coin-Bestand im Panel setzen (Admins)',
    },
  },
  {
    name: 'block',
    act: 'block',
    place: '/admin?tab=users',
    description: { en: 'Block an account, in the panel (admins)', de: 'Ein Konto im Panel sperren (Admins)' },
  },
];

/** `/pool-set` and `/block`: link to the panel, since Discord cannot prove a second step. */
export function panelActCommands({ staff, publicUrl }: PanelActDeps): SlashCommand[] {
  return ACTS.map(({ name, act, place, description }) => ({
    kind: 'slash',
    name,
    description,
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'admin', cooldownSeconds: 1 },
    async execute({ userId, language }) {
      await staff.panelAct(userId, act);
      return { content: STAFF_TEXTS[language].inPanel(`${publicUrl}${place}`) };
    },
  }));
}
