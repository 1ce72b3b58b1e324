/** Texts of the palette, which searches the panel and runs its acts. */
export const palette = {
  open: 'Suchen',
  title: 'Suchen und ausführen',
  field: 'Bestellung, Name, Ticket, Produkt oder Aktion',
  results: 'Ergebnisse',
  acts: 'Aktionen',
  more: 'Weiteres',
  all: 'Alle Treffer in {{list}}',
  exportList: '{{list}} als CSV exportieren',
  count_one: '{{count}} Treffer',
  count_other: '{{count}} Treffer',
  searching: 'Sucht …',
  none: 'Nichts gefunden',
  noneText: 'Zu „{{text}}“ gibt es hier nichts. Nummern gehen auch so: #12.',
  failed: 'Nicht alles konnte durchsucht werden.',
  retry: 'Erneut suchen',
};
