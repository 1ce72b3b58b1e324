import type { SameKeys } from '../../area';
import type { catalogue as mix } from '../mix/common';

export const catalogue: SameKeys<typeof mix> = {
  close: 'Schließen',
  back: 'Zurück',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  loading: 'Wird geladen',
  search: 'Suchen',
  clearSearch: 'Suche leeren',
  optional: 'freiwillig',
  required: 'erforderlich',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  quantity: { label: 'Menge', less: 'Eins weniger', more: 'Eins mehr' },
  stock: {
    out: 'Ausverkauft',
    low_one: 'Nur noch {{count}} da',
    low_other: 'Nur noch {{count}} da',
    in: 'Auf Lager',
  },
  price: { now: 'Preis', before: 'Vorher' },
  theme: { label: 'Farbschema', light: 'Hell', dark: 'Dunkel', system: 'System' },
  language: { label: 'Sprache', mix: 'Pax-Mischung', en: 'English', de: 'Deutsch' },
  notices: { label: 'Meldungen', dismiss: 'Meldung schließen' },
  failure: {
    title: 'Hier ist etwas umgefallen',
    sentence: 'Dieser Teil des Marktes lässt sich gerade nicht zeigen. Dein Warenkorb ist sicher.',
  },
  tier: { bronze: 'Bronze', silver: 'Silber', gold: 'Gold', platinum: 'Platin', diamond: 'Diamant' },
};
