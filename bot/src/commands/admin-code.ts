import type { Backend } from '../core/backend.js';
import type { SlashCommand } from '../core/command.js';

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
