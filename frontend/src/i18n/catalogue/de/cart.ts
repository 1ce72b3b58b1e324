import type { SameKeys } from '../../area';
import type { catalogue as mix } from '../mix/cart';

export const catalogue: SameKeys<typeof mix> = {
  title: 'Dein Warenkorb',
  description: 'Was du gleich kaufst',
  empty: 'Dein Warenkorb ist leer',
  emptyText: 'Nimm dir etwas von den Ständen, es wartet dann hier.',
  browse: 'Zurück zu den Ständen',
  total: 'Summe',
  checkout: 'Zur Kasse',
  clear: 'Warenkorb leeren',
  quantityOf: 'Menge von {{name}}',
  removeNamed: '{{name}} entfernen',
  coins: '{{amount}} Münzen',
  savings: 'Du sparst {{amount}}',
  taxes: 'Rabatte und Guthaben zählen an der Kasse.',
  trouble: {
    gone: 'Nicht mehr im Angebot. Entferne es, um weiterzumachen.',
    soldOut: 'Ausverkauft, während es in deinem Warenkorb lag.',
    short_one: 'Nur noch {{count}} da.',
    short_other: 'Nur noch {{count}} da.',
    shortCoins: 'Nur noch {{amount}} im Vorrat.',
    take: '{{amount}} nehmen',
  },
  blocked: 'Kläre erst die markierten Zeilen.',
  notice: {
    empty: 'Der Warenkorb ist leer',
    emptyText: 'Leg erst etwas in den Warenkorb.',
    removed: 'Entfernt',
    removedText: '{{name}} ist nicht mehr im Warenkorb.',
    cleared: 'Warenkorb geleert',
    clearedText: 'Alles wurde aus dem Warenkorb genommen. Bereit für Neues!',
  },
};
