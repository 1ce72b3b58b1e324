import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/home';

export const catalogue: SameKeys<typeof mix> = {
  freeCoins: {
    title: 'Gratis-Coins',
    sentence: 'Komm auf unseren Discord-Server und erhalte einmalig 1M Coins. Geliefert wird im Spiel.',
    join: 'Auf den Discord-Server kommen',
    open: 'Discord öffnen',
    link: 'Discord-Konto verknüpfen',
    linked: 'Verknüpft',
    toAccount: 'Zum Konto',
    get: '1M Coins abholen',
    name: 'Spielname',
    nameHint: 'Wer die Coins bekommt. Ohne Namen fragen wir dich auf Discord.',
    nameWrong: 'Das ist kein Spielname. Prüfe die Schreibweise oder lass das Feld leer.',
    visitor: 'Melde dich zuerst an, damit wir wissen, wem die Coins gehören.',
    sessionOver: 'Deine Sitzung ist abgelaufen. Melde dich neu an und hol die Coins dann ab.',
    signIn: 'Anmelden und abholen',
    claim: '1M Coins abholen',
    again: 'Erneut versuchen',
    done: 'Willkommen! Du hast 1M Coins erhalten! Lade Freunde ein und verdiene noch mehr!',
    opening: 'Discord wird geöffnet: Tritt dem Server bei und hol dir dann deine Coins!',
    blocked: 'Dein Browser ließ Discord nicht von selbst aufgehen. Nimm diesen Link:',
    reason: {
      OFF: 'Zurzeit gibt es keine Gratis-Coins.',
      NO_DISCORD:
        'Noch ist kein Discord-Konto verknüpft. Verknüpfe es in deinem Konto und hol die Coins dann ab.',
      NOT_MEMBER: 'Du bist noch nicht auf unserem Discord-Server. Tritt bei und hol die Coins dann ab.',
      ACCOUNT_TOO_NEW: 'Dein Discord-Konto ist noch zu neu. Nichts ist verloren: Hol die Coins später ab.',
      MEMBER_TOO_NEW:
        'Du bist noch nicht lange genug auf unserem Discord-Server. Nichts ist verloren: Bleib dort und hol die Coins später ab.',
      ALREADY_CLAIMED: 'Diese Coins wurden mit diesem Konto oder Discord-Konto schon abgeholt.',
      NAME_CLAIMED: 'Für diesen Spielnamen wurden die Coins schon abgeholt.',
      POOL_TOO_SMALL: 'Der Coin-Vorrat ist gerade leer. Nichts ist verloren: Versuche es später noch einmal.',
      DISCORD_AWAY:
        'Discord antwortet gerade nicht. Nichts ist verloren: Versuche es in ein paar Minuten wieder.',
      error:
        'Der Shop war nicht zu erreichen. Nichts ist verloren: Prüfe deine Verbindung und versuche es erneut.',
    },
  },
  recent: { heading: 'Zuletzt angesehen', clear: 'Leeren' },
  sellers: {
    best: 'Meistgekauft',
    some: 'Gegenstände und Basen',
  },
  me: {
    title: 'Ich',
    profile: 'Profil',
    tickets: 'Support-Tickets',
  },
  float: {
    label: 'Schnellzugriff',
    open: 'Schnellzugriff öffnen',
    close: 'Schnellzugriff schließen',
    top: 'Nach oben',
    chat: 'Hilfe im Chat',
    wishlist: 'Wunschliste',
    cart: 'Warenkorb',
  },
};
