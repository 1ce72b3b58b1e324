import { botLanguage } from '@pax/contracts';
import type { Localised, SlashCommand } from '../core/command.js';
import type { PeopleBackend } from '../core/people-backend.js';
import type { Languages } from '../services/languages.js';
import { PERSON_TEXTS } from '../services/person-texts.js';

/** No choice: the language of the person's Discord. */
const OF_DISCORD = 'discord';
const CHOICES: Record<string, Localised> = {
  en: { en: 'English', de: 'English' },
  de: { en: 'Deutsch', de: 'Deutsch' },
  [OF_DISCORD]: { en: 'As in Discord', de: 'Wie in Discord' },
};

interface LanguageDeps {
  people: Pick<PeopleBackend, 'change'>;
  languages: Pick<Languages, 'remember'>;
}

/** `/language`: the language of the bot's answers and direct messages. */
export function languageCommand({ people, languages }: LanguageDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'language',
    description: { en: 'The language I speak with you', de: 'Die Sprache, in der ich mit dir spreche' },
    options: [
      {
        name: 'language',
        type: 'text',
        required: true,
        description: { en: 'Which language', de: 'Welche Sprache' },
        choices: Object.entries(CHOICES).map(([value, name]) => ({ name, value })),
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
      const typed = options['language'];
      const chosen = typed === OF_DISCORD ? null : botLanguage.parse(typed);
      await people.change({ discordId: userId, language: chosen });
      languages.remember(userId, chosen);
      if (chosen === null) return { content: PERSON_TEXTS[language].languageOfDiscord };
      return { content: PERSON_TEXTS[chosen].languageChosen };
    },
  };
}
