import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/common';

export const catalogue: SameKeys<typeof mix> = {
  close: 'Schließen',
  back: 'Zurück',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  reload: 'Seite neu laden',
  noAnswer: {
    title: 'Noch keine Antwort',
    text: 'Vielleicht hat es trotzdem geklappt. Sieh nach, bevor du es wiederholst.',
  },
  slow: 'Das dauert länger als sonst.',
  loading: 'Wird geladen',
  search: 'Suchen',
  clearSearch: 'Suche leeren',
  optional: 'optional',
  required: 'erforderlich',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  copy: { action: 'Kopieren', done: 'Kopiert', failed: 'Markiere den Code und kopiere ihn von Hand.' },
  strength: {
    name: 'Namen werden zuerst probiert.',
    pattern: 'Reihen und Wiederholungen werden zuerst probiert.',
    weak: 'Leicht zu erraten. Länger ist besser.',
    fair: 'Gut. Ein paar Zeichen mehr machen es besser.',
    strong: 'Schwer zu erraten.',
  },
  quantity: { label: 'Menge', less: 'Eins weniger', more: 'Eins mehr' },
  stock: {
    out: 'Ausverkauft',
    low: 'Nur noch {{amount}} da',
    in: '{{amount}} auf Lager',
  },
  limit: {
    most: {
      new_account: 'Bis Bestellungen für zusammen {{price}} geliefert sind: höchstens {{amount}} auf einmal.',
      address:
        'Neue Kunden an einem Anschluss teilen sich eine Grenze: höchstens {{amount}} auf einmal. Sind Bestellungen für zusammen {{price}} geliefert, entfällt das.',
      account:
        'Höchstens {{amount}} auf einmal, damit auch andere etwas bekommen. Mehr geht, sobald das bezahlt ist.',
      address_all:
        'Kunden an einem Anschluss teilen sich eine Grenze: höchstens {{amount}} auf einmal. Mehr geht, sobald das bezahlt ist.',
      unpaid: 'Zwei deiner Käufe blieben unbezahlt: höchstens {{amount}} auf einmal bis {{time}}.',
      unconfirmed:
        'Mit Krypto höchstens {{amount}} auf einmal. Andere Zahlungsarten haben keine solche Grenze.',
      unconfirmed_all:
        'Gerade warten viele Krypto-Bestellungen auf ihre Zahlung: höchstens {{amount}} mit Krypto. Andere Zahlungsarten haben keine solche Grenze.',
      lapsed: 'Deine Krypto-Bestellung blieb unbezahlt: höchstens {{amount}} mit Krypto bis {{time}}.',
    },
    none: {
      new_account:
        'Das kannst du kaufen, sobald Bestellungen für zusammen {{price}} geliefert sind – oder jetzt etwas Kleineres.',
      address:
        'Neue Kunden an deinem Anschluss haben so viel zurückgelegt, wie auf einmal geht. Bezahle, was du begonnen hast, oder versuche es später. Sind Bestellungen für zusammen {{price}} geliefert, entfällt das.',
      account: 'Du hast so viel zurückgelegt, wie auf einmal geht. Mehr geht, sobald das bezahlt ist.',
      address_all:
        'An deinem Anschluss ist so viel zurückgelegt, wie auf einmal geht. Bezahle, was du begonnen hast, oder versuche es später.',
      unpaid:
        'Zwei deiner Käufe blieben unbezahlt. Bis {{time}} kannst du höchstens ein Zehntel von dem zurücklegen, was da ist; hiervon bleibt damit nichts.',
      unconfirmed: 'Mit Krypto geht das gerade nicht. Wähle eine andere Zahlungsart.',
      unconfirmed_all:
        'Gerade warten viele Krypto-Bestellungen auf ihre Zahlung. Wähle eine andere Zahlungsart.',
      lapsed:
        'Deine Krypto-Bestellung blieb unbezahlt: Krypto ist für dich bis {{time}} zu. Wähle eine andere Zahlungsart.',
    },
    end: { unpaid: 'morgen', lapsed: 'nächste Woche' },
  },
  price: { now: 'Preis', before: 'Vorher' },
  theme: { label: 'Farbschema', light: 'Hell', dark: 'Dunkel', system: 'System' },
  language: { label: 'Sprache', mix: 'Pax-Mischung', en: 'English', de: 'Deutsch' },
  notices: { label: 'Meldungen', dismiss: 'Meldung schließen' },
  failure: {
    title: 'Hier ist etwas umgefallen',
    sentence: 'Dieser Teil des Marktes lässt sich gerade nicht zeigen. Dein Warenkorb ist sicher.',
  },
  messagesMissing: {
    title: 'Einige Texte fehlen',
    text: 'Ein Teil der Texte ließ sich nicht laden. Lade die Seite neu.',
  },
  otherAddress: 'Das ist nicht die Adresse des Shops. Anmelden und kaufen kannst du unter',
  sessionUnknown: 'Ob du angemeldet bist, ließ sich nicht feststellen.',
  tier: { bronze: 'Bronze', silver: 'Silber', gold: 'Gold', platinum: 'Platin', diamond: 'Diamant' },
};
