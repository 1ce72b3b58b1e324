import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/notices';

export const catalogue: SameKeys<typeof mix> = {
  heading: 'Mitteilungen',
  bell: {
    none: 'Mitteilungen',
    unread_one: 'Mitteilungen: {{count}} ungelesen',
    unread_other: 'Mitteilungen: {{count}} ungelesen',
  },
  empty: {
    title: 'Noch nichts',
    text: 'Hier liest du sofort, wenn sich eine Bestellung bewegt, Geld zurückkommt oder der Support antwortet.',
  },
  failed: 'Deine Mitteilungen konnten nicht geladen werden.',
  more: 'Ältere zeigen',
  isNew: 'Neu:',
  item: '#{{id}} · {{product}} × {{quantity}}',
  items: '{{item}} und {{more}} weitere',
  paid: {
    title: 'Zahlung eingegangen',
    sum: 'Zahlung eingegangen: {{amount}}',
    minutes_one: 'Meist innerhalb von {{count}} Minute geliefert',
    minutes_other: 'Meist innerhalb von {{count}} Minuten geliefert',
    hours_one: 'Meist innerhalb von {{count}} Stunde geliefert',
    hours_other: 'Meist innerhalb von {{count}} Stunden geliefert',
  },
  taken: { title: 'Deine Lieferung beginnt', text: 'Bitte sei im Spiel.' },
  delivered: { title: 'Geliefert', text: 'Ist alles angekommen? Wenn nicht, schreib dem Support.' },
  cancelled: { title: 'Bestellung storniert' },
  refunded: { title: 'Erstattung' },
  returned: {
    cash: '{{amount}} gehen auf deinem Zahlungsweg zurück',
    credit: '{{amount}} sind wieder in deinem Guthaben',
    byDispute: '{{amount}} gingen durch deinen Einspruch an dich zurück',
  },
  ticket: {
    answered: 'Ticket #{{id}} beantwortet',
    written: 'Der Support hat dir in Ticket #{{id}} geschrieben',
    closed: 'Ticket #{{id}} geschlossen',
    byLink: 'Öffne es mit dem Link, den du beim Absenden bekommen hast.',
  },
  push: {
    offer: 'Sag mir Bescheid, wenn geliefert ist',
    offText: 'Dieses Gerät zeigt es an, auch wenn du den Shop nicht geöffnet hast.',
    onText: 'Dieses Gerät meldet sich, wenn sich bei deiner Bestellung etwas tut.',
    deniedText:
      'Dieser Browser blockiert Benachrichtigungen des Shops; in seinen Einstellungen für diese Seite lassen sie sich erlauben.',
    device: 'Benachrichtigungen auf diesem Gerät',
    failed: 'Das Gerät konnte nicht eingerichtet werden',
    failedText: 'Bitte versuche es später noch einmal. Die Mitteilungen oben zeigen alles.',
  },
  switches: {
    heading: 'Was du erfährst und wo',
    text: 'Die Mitteilungen oben zeigen alles. Andere Wege lassen sich einzeln abschalten; /notifications in Discord schaltet alle Direktnachrichten ein und aus.',
    failed: 'Die Einstellung wurde nicht gespeichert',
    kind: {
      paid: 'Zahlung eingegangen',
      taken: 'Lieferung beginnt',
      delivered: 'Geliefert',
      cancelled: 'Storniert',
      refunded: 'Erstattung',
      ticket: 'Ticket: Nachricht, Antwort, Abschluss',
      unlocked: 'Punkte freigeschaltet',
      tier: 'Neue Stufe',
      friend: 'Ein Freund hat eingekauft',
      stranded: 'Erstattung einer Zahlung ohne Bestellung',
      restocked: 'Produkt der Wunschliste wieder da',
    },
    way: { direct: 'Discord', mail: 'E-Mail', push: 'Push-Nachrichten' },
  },
};
