import type { SameKeys } from '../../area';
import type { catalogue as mix } from '../mix/cart';

export const catalogue: SameKeys<typeof mix> = {
  title: 'Dein Warenkorb',
  description: 'Was du gleich kaufst',
  empty: 'Dein Warenkorb ist leer',
  emptyText: 'Was du in den Warenkorb legst, wartet hier auf dich.',
  browse: 'Zurück zum Shop',
  total: 'Summe',
  checkout: 'Zur Kasse',
  clear: 'Warenkorb leeren',
  quantityOf: 'Menge von {{name}}',
  removeNamed: '{{name}} entfernen',
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
  blocked: 'Prüfe zuerst die markierten Zeilen: So lassen sie sich nicht kaufen.',
  priceChanged: 'Jetzt je {{now}}, vorher {{before}}.',
  priceSeen: 'OK',
  watch: {
    soldOut: 'In deinem Warenkorb ausverkauft',
    gone: 'Nicht mehr im Angebot',
    changed: 'Dein Warenkorb hat sich geändert',
    one: '{{name}}: Öffne den Warenkorb und sieh, was anders ist.',
    several_one: '{{name}} und {{count}} weiteres: Öffne den Warenkorb und sieh, was anders ist.',
    several_other: '{{name}} und {{count}} weitere: Öffne den Warenkorb und sieh, was anders ist.',
  },
  notice: {
    empty: 'Der Warenkorb ist leer',
    emptyText: 'Lege erst etwas in den Warenkorb.',
    removed: 'Entfernt',
    removedText: '{{name}} ist nicht mehr im Warenkorb.',
    cleared: 'Warenkorb geleert',
    clearedText: 'Alles wurde aus dem Warenkorb genommen. Bereit für Neues!',
  },
};
