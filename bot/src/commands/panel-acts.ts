import type { BotPanelActRequest } from '@pax/contracts';
import type { Localised, SlashCommand } from '../core/command.js';
import type { StaffBackend } from '../core/staff-backend.js';
import { STAFF_TEXTS } from '../services/staff-texts.js';

interface PanelActDeps {
  staff: Pick<StaffBackend, 'panelAct'>;
  /** The shop's address for people. */
  publicUrl: string;
}
interface PanelAct {
  name: string;
  act: BotPanelActRequest['act'];
  /** Below the shop's address. */
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

/** `/pool-set` and `/block`: Discord proves no second step, so admins are led to the panel. */
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
