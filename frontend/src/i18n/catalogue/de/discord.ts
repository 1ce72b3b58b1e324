import type { SameKeys } from '../../area';
import type { catalogue as mix } from '../mix/discord';

export const catalogue: SameKeys<typeof mix> = {
  title: 'Discord-Test',
  intro: 'Probiere aus, was der Shop auf Discord tut. Nur für Admins und Team.',
  closed: {
    visitor: 'Bitte melde dich zuerst an',
    visitorText: 'Diese Seite ist für das Team des Shops.',
    signIn: 'Anmelden',
    other: 'Nur für das Team',
    otherText: 'Dein Konto hat hier keine Rechte. Frag einen Admin des Shops, wenn du welche haben solltest.',
    home: 'Zurück zum Shop',
  },
  status: {
    heading: 'Stand des Bots',
    check: 'Stand abfragen',
    connected: 'Der Bot ist verbunden',
    away: 'Der Bot ist nicht verbunden',
    unknown: 'Noch nicht abgefragt',
    failed: 'Der Stand von Discord ließ sich nicht abfragen',
    problems: {
      NOT_SET_UP: 'Der Shop hat keinen Discord-Server: DISCORD_TOKEN und DISCORD_GUILD_ID setzen.',
      GUILD_UNKNOWN:
        'Discord kennt den Server des Shops nicht. DISCORD_GUILD_ID prüfen und den Bot einladen. Bis dahin ruhen Team-Rechte, Beitrittsgeschenke und Rollen.',
      TOKEN_REFUSED: 'Discord lehnt das Token des Shops ab. DISCORD_TOKEN prüfen.',
      DISCORD_AWAY: 'Discord antwortet dem Shop nicht.',
      BOT_AWAY: 'Kein Bot hat sich gemeldet. Den Bot starten oder in sein Log sehen.',
      BOT_LOGINS_SPENT:
        'Der Bot hat sich zu oft angemeldet und wartet bis {{until}}. Sein Log sagt, warum er immer neu startet.',
      BOT_GUILD_UNKNOWN:
        'Der Bot ist nicht auf dem Server, der in seinen Einstellungen steht. Dort DISCORD_GUILD_ID prüfen und den Bot einladen.',
      COMMANDS_FAILED:
        'Die Befehle sind bei Discord nicht angemeldet. Der Bot versucht es von selbst weiter.',
      EVENTS_UNREADABLE_one: 'Der Bot hat eine Nachricht von Discord übergangen, die er nicht lesen konnte.',
      EVENTS_UNREADABLE_other:
        'Der Bot hat {{count}} Nachrichten von Discord übergangen, die er nicht lesen konnte.',
    },
  },
  send: {
    heading: 'Testnachricht',
    text: 'Sie geht in den Kanal dieser Art, als Test gekennzeichnet.',
    type: 'Kanal',
    types: { order: 'Bestellungen', history: 'Verlauf', stock: 'Bestand', error: 'Fehler' },
    message: 'Nachricht',
    preset: 'Das ist eine Testnachricht des Shops.',
    submit: 'Testnachricht senden',
    missingType: 'Bitte wähle einen Kanal',
    missingMessage: 'Bitte schreibe eine Nachricht',
    sent: 'Discord-Nachricht ({{type}}) wurde gesendet!',
    failed: 'Die Discord-Nachricht ließ sich nicht senden',
    network: 'Netzwerkfehler beim Testen von Discord',
    link: 'Nachricht öffnen',
    waiting: 'Sie wartet und erscheint, sobald der Bot da ist.',
  },
  server: {
    heading: 'Server',
    read: 'Serverdaten abfragen',
    members: 'Mitglieder',
    invite: 'Einladung',
    name: 'Name',
    failed: 'Die Serverdaten ließen sich nicht laden',
  },
  posts: {
    heading: 'Letzte Beiträge',
    read: 'Letzte Beiträge zeigen',
    none: 'Noch keine Beiträge.',
    failed: 'Die Beiträge ließen sich nicht laden',
    resend: 'Erneut senden',
    resent: 'Wird erneut gesendet.',
    resendFailed: 'Erneutes Senden schlug fehl',
    open: 'Öffnen',
    states: {
      pending: 'Wartet',
      claimed: 'Wird gesendet',
      sent: 'Gesendet',
      parked: 'Abgelehnt',
      counted: 'In anderem Beitrag gezählt',
    },
  },
  setup: {
    heading: '„Missing Access“?',
    text: 'Dann kann der Bot den Kanal nicht sehen oder nicht darin schreiben. Öffne in Discord die Einstellungen des Kanals, dann Berechtigungen, und erlaube der Rolle des Bots:',
    permissions: {
      view: 'Kanal ansehen',
      send: 'Nachrichten senden',
      embed: 'Links einbetten',
      mention: '@everyone erwähnen',
      history: 'Nachrichtenverlauf anzeigen',
    },
    admin: 'Oder gib der Rolle des Bots die Berechtigung Administrator, die alle davon einschließt.',
  },
};
