/**
 * The page on which admins try the Discord integration: German as the panel, but for the notices that the shop names in
 * English.
 */
export const catalogue = {
  title: 'Discord-Test',
  intro: 'Probiere aus, was der Shop auf Discord tut. Nur für Admins.',
  closed: {
    visitor: 'Bitte melde dich zuerst an',
    visitorText: 'Diese Seite ist für die Admins des Shops.',
    signIn: 'Anmelden',
    other: 'Nur für Admins',
    otherText: 'Dein Konto ist keines eines Admins.',
    home: 'Zurück zum Shop',
  },
  status: {
    heading: 'Stand des Bots',
    check: 'Stand abfragen',
    connected: 'Der Bot ist verbunden',
    away: 'Der Bot ist nicht verbunden',
    unknown: 'Noch nicht abgefragt',
    failed: 'Failed to check Discord status',
    problems: {
      NOT_SET_UP: 'Der Shop hat keinen Discord-Server: DISCORD_TOKEN und DISCORD_GUILD_ID setzen.',
      GUILD_UNKNOWN:
        'Discord kennt den Server des Shops nicht. DISCORD_GUILD_ID prüfen und den Bot einladen. Bis dahin ruhen Team-Rechte, Beitrittsgeschenke und Rollen.',
      TOKEN_REFUSED: 'Discord lehnt das Token des Shops ab. DISCORD_TOKEN prüfen.',
      DISCORD_AWAY: 'Discord antwortet dem Shop nicht.',
      BOT_AWAY:
        'Kein Bot hat sich gemeldet. Den Bot starten oder in sein Log sehen: Es nennt fehlende und falsche Einstellungen.',
      BOT_GATEWAY_AWAY:
        'Der Bot läuft und postet, ist aber nicht mit Discord verbunden: Befehle und Knöpfe bekommen keine Antwort. Er verbindet sich von selbst wieder.',
      BOT_LOGINS_SPENT:
        'Der Bot hat sich zu oft angemeldet und wartet bis {{until}}. Sein Log sagt, warum er immer neu startet.',
      BOT_GUILD_UNKNOWN:
        'Der Bot ist nicht auf dem Server, der in seinen Einstellungen steht. Dort DISCORD_GUILD_ID prüfen und den Bot einladen.',
      COMMANDS_FAILED:
        'Die Befehle sind bei Discord nicht angemeldet. Der Bot versucht es von selbst weiter.',
      INTENTS_REFUSED:
        'Discord gewährt dem Bot die Intents seiner Einstellungen nicht ({{detail}}), er arbeitet ohne sie. Im Developer Portal einschalten oder in den Einstellungen ausschalten und den Bot neu starten.',
      INTENTS_IDLE:
        'DISCORD_MEMBERS_INTENT ist an, aber DISCORD_CHANNEL_WELCOME nennt keinen Kanal: Neue Mitglieder werden nicht begrüßt. Den Kanal setzen oder den Intent ausschalten und den Bot neu starten.',
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
    missingType: 'Please select a test type',
    missingMessage: 'Bitte schreibe eine Nachricht',
    sent: 'Discord {{type}} message sent successfully!',
    failed: 'Failed to send Discord message',
    network: 'Network error while testing Discord',
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
    number: 'Post {{id}}',
    copyOf: 'erneut: Post {{id}}',
    order: 'Bestellung #{{id}}',
    states: {
      pending: 'Wartet',
      claimed: 'Wird gesendet',
      sent: 'Gesendet',
      parked: 'Abgelehnt',
      counted: 'In anderem Beitrag gezählt',
    },
  },
  permissions: {
    ViewChannel: 'Kanal ansehen',
    SendMessages: 'Nachrichten senden',
    EmbedLinks: 'Links einbetten',
    ReadMessageHistory: 'Nachrichtenverlauf anzeigen',
    MentionEveryone: '@everyone erwähnen',
    CreateInstantInvite: 'Einladung erstellen',
    ManageRoles: 'Rollen verwalten',
    PinMessages: 'Nachrichten anpinnen',
    CreatePublicThreads: 'Öffentliche Threads erstellen',
    SendMessagesInThreads: 'Nachrichten in Threads senden',
    Administrator: 'Administrator',
    ManageGuild: 'Server verwalten',
    ManageChannels: 'Kanäle verwalten',
    ManageWebhooks: 'Webhooks verwalten',
    ManageGuildExpressions: 'Emojis und Sticker verwalten',
    ManageMessages: 'Nachrichten verwalten',
    ManageThreads: 'Threads verwalten',
    KickMembers: 'Mitglieder kicken',
    BanMembers: 'Mitglieder bannen',
    ModerateMembers: 'Mitglieder stummschalten (Timeout)',
  },
  doctor: {
    heading: 'Berechtigungen und Einstellungen',
    text: 'Was der Bot jetzt auf dem Server sieht. Änderungen erscheinen hier von selbst.',
    waiting: 'Der Bot meldet das, sobald er verbunden und auf dem Server ist.',
    complete: 'Vollständig',
    lacks_one: '{{count}} fehlt',
    lacks_other: '{{count}} fehlen',
    wrong: 'Falsche Einstellung',
    risk: 'Risiko',
    missing: 'Fehlt: ',
    allowed: 'Erlaubt: ',
    channels: {
      orders: 'Bestellungen',
      history: 'Verlauf',
      stock: 'Bestand',
      error: 'Fehler',
      tickets: 'Tickets',
      welcome: 'Willkommen',
      purchases: 'Käufe',
      restocks: 'Wieder da',
    },
    channel: {
      help: 'Öffne in Discord die Einstellungen von #{{name}}, dann Berechtigungen, und erlaube der Rolle des Bots, was fehlt.',
      unknown:
        'Kein Kanal des Servers hat die ID aus {{setting}}. Kopiere in Discord die ID des Kanals, setze sie beim Bot und starte ihn neu.',
      no_text:
        '{{setting}} nennt „{{name}}“, wohin keine Nachrichten gehen. Setze beim Bot die ID eines Textkanals und starte ihn neu.',
    },
    server: 'Ganzer Server',
    serverHelp:
      'Öffne in Discord die Servereinstellungen, dann Rollen, und erlaube der Rolle des Bots, was fehlt. Ohne „Einladung erstellen“ bekommen alle dieselbe Einladung, ohne „Rollen verwalten“ bekommt niemand die VIP-Rolle.',
    roles: { staff: 'Team-Rolle', vip: 'VIP-Rolle' },
    role: {
      fine: 'In Ordnung',
      unknown:
        'Keine Rolle des Servers hat die ID aus {{setting}}. Kopiere in Discord die ID der Rolle, setze sie bei Shop und Bot und starte beide neu.',
      above_bot:
        'Die Rolle „{{name}}“ steht über der des Bots, darum kann er sie nicht vergeben. Öffne in Discord die Servereinstellungen, dann Rollen, und zieh die Rolle des Bots darüber.',
      managed:
        '{{setting}} nennt „{{name}}“, und diese Rolle kann niemand vergeben. Setze bei Shop und Bot die ID einer eigenen Rolle und starte beide neu.',
      given_by_others:
        'Wer die Rolle {{roles}} hat, kann „{{name}}“ vergeben und damit ihre Rechte im Shop, ohne Admin zu sein. Nimm dieser Rolle in Discord „Rollen verwalten“, oder zieh „{{name}}“ über sie.',
      staff_permissions:
        'Kunden bekommen diese Rolle für Punkte, und „{{name}}“ hat Berechtigungen von Moderatoren: {{permissions}}. Öffne in Discord die Servereinstellungen, dann Rollen, und nimm sie ihr.',
      above_staff:
        'Kunden bekommen diese Rolle für Punkte, und „{{name}}“ steht über der Team-Rolle, sodass das Team sie nicht moderieren kann. Öffne in Discord die Servereinstellungen, dann Rollen, und zieh sie darunter.',
      has_rights:
        'Das Panel gibt „{{name}}“ Rechte, die nicht gelten, weil Kunden diese Rolle für Punkte bekommen. Nimm sie ihr im Panel unter „Rechte“.',
    },
  },
  setup: {
    heading: '„Missing Access“?',
    text: 'Dann kann der Bot den Kanal nicht sehen oder nicht darin schreiben. Öffne in Discord die Einstellungen des Kanals, dann Berechtigungen, und erlaube der Rolle des Bots:',
    admin: 'Oder gib der Rolle des Bots die Berechtigung Administrator, die alle davon einschließt.',
  },
};

const ENGLISH: Readonly<Record<string, readonly string[]>> = {
  status: ['failed'],
  send: ['missingType', 'sent', 'failed', 'network'],
};

export const german: readonly string[] = Object.entries(catalogue).flatMap(([part, texts]) => {
  const english = ENGLISH[part];
  if (english === undefined) return [part];
  return Object.keys(texts)
    .filter((key) => !english.includes(key))
    .map((key) => `${part}.${key}`);
});
