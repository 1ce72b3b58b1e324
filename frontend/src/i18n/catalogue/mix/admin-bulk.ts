/** Texts of acts on several orders of the panel. */
export const bulk = {
  choose: '{{id}} auswählen',
  bar: 'Ausgewählte Bestellungen',
  count_one: '{{count}} ausgewählt',
  count_other: '{{count}} ausgewählt',
  progress: '{{done}} von {{all}}',
  all: 'Alle dieser Ansicht',
  clear: 'Auswahl aufheben',
  refused: 'Abgelehnt',
  left_one: '{{count}} blieb ausgewählt.',
  left_other: '{{count}} blieben ausgewählt.',
  done: {
    process_one: '{{count}} Bestellung übernommen',
    process_other: '{{count}} Bestellungen übernommen',
    release_one: '{{count}} Bestellung zurückgegeben',
    release_other: '{{count}} Bestellungen zurückgegeben',
    complete_one: '{{count}} Bestellung abgeschlossen',
    complete_other: '{{count}} Bestellungen abgeschlossen',
    archive_one: '{{count}} Bestellung archiviert',
    archive_other: '{{count}} Bestellungen archiviert',
  },
  failed: {
    process: 'Die Bestellungen konnten nicht übernommen werden.',
    release: 'Die Bestellungen konnten nicht zurückgegeben werden.',
    complete: 'Die Bestellungen konnten nicht abgeschlossen werden.',
    archive: 'Die Bestellungen konnten nicht archiviert werden.',
  },
};
