import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/support';

export const catalogue: SameKeys<typeof mix> = {
  form: {
    heading: 'Schreib uns',
    name: 'Name',
    email: 'E-Mail',
    subject: 'Betreff',
    priority: 'Priorität',
    order: 'Bestellung',
    noOrder: 'Keine, oder nicht dabei',
    orderOption: '#{{id}} · {{count}} × {{name}} · {{date}}',
    message: 'Ausführliche Nachricht',
    messageHint: 'Was ist passiert, wann, und bei welcher Bestellung?',
    send: 'Ticket senden',
  },
  pictures: {
    label: 'Bilder',
    hint: 'Bis zu {{count}}. Zieh sie hierher, füge sie ein oder wähle Dateien.',
    add: 'Bilder hinzufügen',
    sending: '{{name}} wird gesendet',
    ready: 'Bereit',
    again: '{{name}} noch einmal senden',
    remove: '{{name}} entfernen',
    problem: {
      type: 'Nur Bilder als PNG, JPEG oder WebP.',
      size: 'Ein Bild darf bis zu 5 MB haben.',
      many: 'Zu einem Ticket gehören bis zu {{count}} Bilder.',
      pixels: 'Es hat mehr als 24 Megapixel.',
      unreadable: 'Diese Datei ist kein lesbares Bild.',
      busy: 'Bilder brauchen gerade zu lange. Bitte gleich noch einmal versuchen.',
      limited: 'Das sind gerade viele Bilder. Versuche es später, oder sende das Ticket ohne dieses.',
      failed: 'Es konnte nicht gesendet werden. Prüfe deine Verbindung und versuche es noch einmal.',
    },
  },
  problem: {
    missing: 'Bitte fülle dieses Feld aus',
    email: 'Gib eine E-Mail-Adresse ein, zum Beispiel name@example.org',
  },
  priority: { low: 'Niedrig', medium: 'Mittel', high: 'Hoch', urgent: 'Dringend' },
  status: { open: 'Offen', in_progress: 'In Bearbeitung', resolved: 'Beantwortet', closed: 'Geschlossen' },
  done: {
    toast: 'Support-Ticket erstellt!',
    toastText: 'Wir antworten innerhalb von 24 Stunden.',
    title: 'Ticket #{{id}} ist bei uns',
    account: 'Du findest es, und bald unsere Antwort, auf deiner Kontoseite.',
    link: 'Unsere Antwort steht dann hinter diesem Link. Bewahre ihn auf: Wer ihn hat, kann mitlesen.',
    linkLabel: 'Link zu deinem Ticket',
    open: 'Ticket öffnen',
    again: 'Noch eins schreiben',
  },
  failed: {
    toast: 'Senden fehlgeschlagen',
    text: 'Deine Anfrage konnte nicht gesendet werden. Bitte versuche es noch einmal.',
    pictures:
      'Ein Bild hat zu lange gewartet. Wir laden deine Bilder noch einmal hoch; drück dann erneut den Knopf.',
    hidden:
      'Ein Programm hat ein Feld ausgefüllt, das niemand sieht, vielleicht dein Passwort-Manager. Es ist wieder leer: Drück den Knopf noch einmal.',
    noAnswerToast: 'Noch keine Antwort',
    noAnswer:
      'Vielleicht ist dein Ticket angekommen. Drück den Knopf noch einmal: Es wird nicht doppelt gesendet.',
    repeatedToast: 'Schon gesendet',
    repeated:
      'Dein Ticket ist angekommen, so wie du es zuerst geschrieben hast. Drück den Knopf noch einmal, um das Geänderte als weiteres zu senden.',
    limited: 'Mehr als fünf Tickets in der Stunde gehen nicht. Warte ein wenig oder frag uns auf Discord.',
  },
  ticket: {
    page: 'Dein Ticket',
    intro: 'Unsere Antwort erscheint hier von selbst. Wer den Link hat, kann sie lesen.',
    number: 'Ticket #{{id}}',
    sent: 'gesendet am {{time}}',
    you: 'Deine Nachricht',
    picture: 'Bild {{number}} von {{count}}',
    us: 'Unsere Antwort',
    wait: 'Wir antworten innerhalb von 1–24 Stunden. Die Antwort erscheint hier von selbst.',
    closed: 'Ohne Antwort geschlossen. Wenn du noch Hilfe brauchst, sende ein neues Ticket.',
  },
  message: {
    write: 'Nachricht schreiben',
    unsent: 'Nicht gesendet',
    toNewTicket: 'In ein neues Ticket übernehmen',
    label: 'Deine Nachricht',
    send: 'Nachricht senden',
    cancel: 'Abbrechen',
    us: 'Wir haben geschrieben',
    earlier: 'Frühere Nachrichten zeigen',
    yourTurn: 'Wir haben dir geschrieben und warten auf deine Nachricht.',
    loadFailed: 'Die Nachrichten konnten nicht geladen werden. Öffne die Seite bitte noch einmal.',
    toast: 'Der Support hat dir geschrieben',
    toastText: '{{subject}} (Ticket #{{id}}). Antworten kannst du auf deiner Kontoseite unter Support.',
    failed: {
      toast: 'Nachricht nicht gesendet',
      text: 'Prüfe deine Verbindung und drück den Knopf noch einmal.',
      noAnswer:
        'Vielleicht ist deine Nachricht angekommen. Drück den Knopf noch einmal: Sie wird nicht doppelt gesendet.',
      ended: 'Dieses Ticket ist inzwischen beendet.',
      limited: 'Mehr als zwanzig Nachrichten in der Stunde gehen nicht. Warte bitte ein wenig.',
      pictures:
        'Ein Bild hat zu lange gewartet. Wir laden deine Bilder noch einmal hoch; drück dann erneut den Knopf.',
      repeated:
        'Deine Nachricht ist angekommen, so wie du sie zuerst geschrieben hast. Drück den Knopf noch einmal, um sie als weitere zu senden.',
    },
  },
  followUp: {
    open: 'Nicht gelöst?',
    label: 'Was fehlt noch?',
    send: 'Folgeticket senden',
    ended:
      'Zu diesem Ticket ist kein Folgeticket mehr möglich. Wenn du noch Hilfe brauchst, sende ein neues Ticket.',
    next: 'Geht weiter in Ticket #{{id}}.',
    before: 'Was davor war (Ticket #{{id}})',
  },
  rating: {
    question: 'Wie war unsere Antwort?',
    thanks: 'Danke für deine Bewertung',
    stars_one: '{{count}} Stern',
    stars_other: '{{count}} Sterne',
    failed: 'Deine Bewertung wurde nicht gespeichert. Bitte versuche es noch einmal.',
  },
  unknown: {
    title: 'Hier ist kein Ticket',
    text: 'Der Link ist nicht vollständig, oder er führte nie zu einem Ticket.',
    action: 'Zur Hilfe',
  },
  loadFailed: 'Dein Ticket konnte nicht geladen werden.',
  own: {
    heading: 'Deine Tickets',
    ask: 'Support fragen',
    empty: 'Noch keine Tickets',
    emptyText: 'Etwas ist nicht, wie es sein soll? Frag uns, die Antwort kommt hierher.',
    failed: 'Deine Tickets konnten nicht geladen werden.',
  },
  answered: {
    toast: 'Der Support hat geantwortet',
    text: '{{subject}} (Ticket #{{id}}). Die Antwort steht auf deiner Kontoseite unter Support.',
  },
};
