import type { BotRightsAnswer } from '@pax/contracts';
import type { SlashCommand } from '../core/command.js';
import type { StaffBackend } from '../core/staff-backend.js';
import { holdsPermission } from '../services/holds-permission.js';
import { TEXTS } from '../services/texts.js';

export interface HelpDeps {
  publicUrl: string;
  staff: Pick<StaffBackend, 'rights'>;
  /** The commands to list; a function, since /help is one of them. */
  commands: () => readonly SlashCommand[];
}

const CUSTOMER: BotRightsAnswer = { role: 'customer', rights: [] };

/** `/help`: what the caller can do here, by their rights; what everybody can while the shop does not answer. */
export function helpCommand({ publicUrl, staff, commands }: HelpDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'help',
    description: { en: 'What the bot can do', de: 'Was der Bot kann' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = TEXTS[language];
      const holder = await staff.rights(userId).catch(() => CUSTOMER);
      const shown = commands().filter(({ policy }) => holdsPermission(holder, policy.permission));
      const lines = shown.map((command) => `\`${usage(command)}\` – ${command.description[language]}`);
      return {
        embeds: [{ title: texts.help, description: [...lines, '', texts.shop(publicUrl)].join('\n') }],
      };
    },
  };
}

function usage({ name, options }: SlashCommand): string {
  return [`/${name}`, ...options.map((option) => `[${option.name}]`)].join(' ');
}
