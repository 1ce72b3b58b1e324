/** Texts about taking an act back. */
export const undo = {
  button: 'Rückgängig',
  done: 'Rückgängig gemacht',
  doneText: 'Bestellung #{{id}} ist wieder wie zuvor.',
  many_one: '{{count}} Bestellung ist wieder wie zuvor',
  many_other: '{{count}} Bestellungen sind wieder wie zuvor',
  failed: 'Nicht rückgängig gemacht',
  failedText: 'Bei Bestellung #{{id}} ließ sich der Schritt nicht zurücknehmen.',
  over: 'Bestellung #{{id}} lässt sich nicht mehr rückgängig machen: Die Zeit ist um.',
  forbidden: 'Nur wer den Schritt an Bestellung #{{id}} getan hat oder ein Admin kann ihn rückgängig machen.',
  unknown: 'Die Antwort fehlt. Die Liste zeigt, was sich geändert hat.',
  moved: {
    process: '{{name}} hat Bestellung #{{id}} inzwischen übernommen.',
    release: '{{name}} hat Bestellung #{{id}} inzwischen zurückgegeben.',
    complete: '{{name}} hat Bestellung #{{id}} inzwischen abgeschlossen.',
    archive: '{{name}} hat Bestellung #{{id}} inzwischen archiviert.',
    cancel: '{{name}} hat Bestellung #{{id}} inzwischen storniert.',
    refund: '{{name}} hat für Bestellung #{{id}} inzwischen Geld zurückgegeben.',
    other: '{{name}} hat Bestellung #{{id}} inzwischen geändert.',
  },
};
