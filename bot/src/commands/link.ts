import type { SlashCommand } from '../core/command.js';
import type { PeopleBackend } from '../core/people-backend.js';
import { plain } from '../core/text.js';
import { PERSON_TEXTS } from '../services/person-texts.js';
import { TEXTS } from '../services/texts.js';

interface LinkDeps {
  people: Pick<PeopleBackend, 'person'>;
  /** The shop's address for people. */
  publicUrl: string;
}

/** `/link`: the account that the caller's Discord is linked to, or how to link it. */
export function linkCommand({ people, publicUrl }: LinkDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'link',
    description: { en: 'Link your Discord to the shop', de: 'Dein Discord mit dem Shop verknüpfen' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = PERSON_TEXTS[language];
      const { account } = await people.person(userId);
      if (!account) return { content: texts.howToLink(`${publicUrl}/login`, `${publicUrl}/account`) };
      const lines = [texts.linked(plain(account.username))];
      if (account.isBlocked) lines.push(TEXTS[language].blocked);
      return { content: lines.join('\n') };
    },
  };
}
