import { RECEIPT_TEXTS } from '@pax/contracts';
import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/receipt';

export const catalogue: SameKeys<typeof mix> = {
  page: 'Beleg',
  print: 'Drucken oder als PDF sichern',
  orders: 'Meine Bestellungen',
  loading: 'Beleg wird geladen',
  none: 'Hier ist kein Beleg',
  noneText: 'Jeder bezahlte Kauf hat einen. Deine Bestellungen führen zu ihm.',
  signIn: 'Anmelden',
  signInText: 'Melde dich mit dem Konto an, das gekauft hat.',
  failed: 'Der Beleg konnte nicht geladen werden.',
  words: RECEIPT_TEXTS.de,
};
