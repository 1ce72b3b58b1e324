import type { SlashCommand } from '../core/command.js';
import { TEXTS } from '../services/texts.js';

export interface HelpDeps {
  publicUrl: string;
  staffRoleId: string | undefined;
  /** The commands to list; a function, since /help is one of them. */
  commands: () => readonly SlashCommand[];
}

/** `/help`: what the bot can do; staff commands show to holders of the staff role only (OWN-147). */
export function helpCommand({ publicUrl, staffRoleId, commands }: HelpDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'help',
    description: { en: 'What the bot can do', de: 'Was der Bot kann' },
    options: [],
    policy: { defer: false, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ language, roleIds }) {
      const texts = TEXTS[language];
      const isStaff = staffRoleId !== undefined && roleIds.includes(staffRoleId);
      const shown = commands().filter(({ policy }) => policy.permission === 'everyone' || isStaff);
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
