import type { SlashCommand } from '../core/command.js';
import type { PeopleBackend } from '../core/people-backend.js';
import { PERSON_TEXTS } from '../services/person-texts.js';

/** `/notifications on|off`: direct messages about the caller's orders. */
export function notificationsCommand(people: Pick<PeopleBackend, 'change'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'notifications',
    description: {
      en: 'Messages about your orders, on or off',
      de: 'Nachrichten zu Bestellungen, an oder aus',
    },
    options: [
      {
        name: 'messages',
        type: 'text',
        required: true,
        description: { en: 'On or off', de: 'An oder aus' },
        choices: [
          { name: { en: 'On', de: 'An' }, value: 'on' },
          { name: { en: 'Off', de: 'Aus' }, value: 'off' },
        ],
      },
    ],
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      inDirect: true,
    },
    async execute({ userId, language, options }) {
      const texts = PERSON_TEXTS[language];
      const isOn = options['messages'] === 'on';
      const { account } = await people.change({ discordId: userId, directMessages: isOn });
      const lines = [isOn ? texts.messagesOn : texts.messagesOff];
      if (isOn && !account) lines.push(texts.linkFirst);
      return { content: lines.join('\n') };
    },
  };
}
