import type { Backend } from '../core/backend.js';
import type { SlashCommand } from '../core/command.js';
import { relativeTime } from '../core/format.js';
import { TEXTS } from '../services/texts.js';

/** `/admin-code`: a one-time code for the panel, for staff and admins, shown to the caller alone (OWN-1, OWN-147). */
export function adminCodeCommand(backend: Pick<Backend, 'adminCode'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'admin-code',
    description: { en: 'A one-time code for the panel (staff)', de: 'Ein Einmalcode für das Panel (Team)' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'staff', cooldownSeconds: 10 },
    async execute({ userId, language }) {
      const { code, expiresAt } = await backend.adminCode(userId);
      return { content: TEXTS[language].adminCode(code, relativeTime(expiresAt)) };
    },
  };
}
