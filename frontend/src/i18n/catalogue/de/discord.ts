import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/discord';

export const catalogue: SameKeys<typeof mix> = {
  ...mix,
  status: { ...mix.status, failed: 'Der Stand von Discord ließ sich nicht abfragen' },
  send: {
    ...mix.send,
    missingType: 'Bitte wähle einen Kanal',
    sent: 'Discord-Nachricht ({{type}}) wurde gesendet!',
    failed: 'Die Discord-Nachricht ließ sich nicht senden',
    network: 'Netzwerkfehler beim Testen von Discord',
  },
};
