import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/auth';

export const catalogue: SameKeys<typeof mix> = {
  page: 'Anmelden',
  signIn: {
    heading: 'Melde dich an',
    text: 'Deine Bestellungen, dein Guthaben und deine Punkte warten.',
    submit: 'Anmelden',
    toggle: 'Neu hier?',
    toggleAction: 'Registrieren',
  },
  register: {
    heading: 'Konto anlegen',
    text: 'Ein Name und ein Passwort genügen zum Einkaufen.',
    submit: 'Registrieren',
    toggle: 'Schon ein Konto?',
    toggleAction: 'Anmelden',
  },
  modes: { label: 'Anmelden oder registrieren', signIn: 'Anmelden', register: 'Registrieren' },
  field: {
    username: 'Benutzername',
    password: 'Passwort',
    confirmPassword: 'Passwort wiederholen',
    newPassword: 'Neues Passwort',
    discordId: 'Discord-ID',
    discordIdOpen: 'Ich habe eine',
    discordIdHint:
      'Die lange Nummer deines Discord-Kontos. Eine spätere Anmeldung mit Discord bestätigt sie.',
  },
  problem: {
    usernameShort: 'Der Benutzername braucht mindestens 3 Zeichen',
    usernameLong: 'Der Benutzername darf höchstens 32 Zeichen haben',
    usernameForm: 'Erlaubt sind Buchstaben, Ziffern, Leerzeichen, Punkt, Bindestrich und Unterstrich',
    usernameTaken: 'Dieser Benutzername ist vergeben. Versuche einen anderen.',
    usernameScript: 'Nutze die Buchstaben eines Alphabets, so wie man sie üblicherweise schreibt',
    usernameReserved: 'Dieser Benutzername ist dem Shop vorbehalten. Versuche einen anderen.',
    usernameSimilar: 'Dieser Benutzername sieht aus wie ein vergebener. Versuche einen anderen.',
    passwordShort: 'Das Passwort braucht mindestens 6 Zeichen',
    passwordLong: 'Das Passwort darf höchstens 128 Zeichen haben',
    passwordTooShort: 'Das neue Passwort braucht mindestens {{count}} Zeichen',
    passwordCommon: 'Dieses Passwort ist zu leicht zu erraten. Wähle ein anderes.',
    mismatch: 'Die Passwörter stimmen nicht überein',
    discordIdForm: 'Eine Discord-ID hat 17 bis 20 Ziffern',
  },
  renew:
    'Dein Konto hat Rechte im Panel: Sein Passwort braucht mindestens {{count}} Zeichen. Wähle ein neues, dann geht es weiter.',
  or: 'oder mit Passwort',
  discord: 'Weiter mit Discord',
  discordHint: 'Nötig für Prämien und Rollen auf unserem Discord-Server.',
  forgot:
    'Passwort vergessen? Melde dich mit dem verknüpften Discord-Konto an und lege auf deiner Kontoseite ein neues fest.',
  forgotAction: 'Neues Passwort mit Discord festlegen',
  leaving: 'Zurück zum Shop…',
  terms: 'Mit der Registrierung akzeptierst du unsere',
  termsLink: 'Nutzungsbedingungen',
  notice: {
    welcome: 'Willkommen zurück',
    welcomeText: 'Du bist als {{name}} angemeldet.',
    registered: 'Willkommen bei Pax Market',
    registeredText: 'Dein Konto ist bereit, {{name}}.',
    loginFailed: 'Anmeldung fehlgeschlagen',
    invalid: 'Benutzername oder Passwort stimmt nicht',
    registerFailed: 'Registrierung fehlgeschlagen',
    notCreated: 'Das Konto konnte nicht angelegt werden',
    error: 'Fehler',
    unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
    renewElsewhere:
      'Dein Passwort ist zu kurz für ein Team-Konto. Melde dich mit Discord oder einem Admin-Code an und wähle auf der Kontoseite ein längeres.',
    serverFailed:
      'Der Shop konnte nicht antworten. Deine Eingaben sind in Ordnung; versuche es gleich noch einmal.',
  },
  cookies: {
    title: 'Cookies sind gesperrt',
    text: 'Dieser Browser speichert keine Cookies des Shops, darum bleibt niemand angemeldet. Erlaube sie für diese Seite und lade sie neu; Markt und Warenkorb gehen auch ohne.',
  },
  oauth: {
    title: 'Die Anmeldung mit Discord hat nicht geklappt',
    ACCESS_DENIED: 'Du hast bei Discord abgelehnt. Nichts wurde geändert; versuche es jederzeit erneut.',
    OAUTH_STATE_INVALID:
      'Die Anmeldung dauerte zu lange oder begann in einem anderen Tab. Bitte starte sie neu.',
    OAUTH_FAILED: 'Discord hat nicht wie erwartet geantwortet. Bitte versuche es gleich noch einmal.',
    CONFLICT: 'Dieses Discord-Konto gehört zu einem anderen Konto dieses Shops.',
    DISCORD_NOT_LINKED: 'Dein Konto ist nicht mit Discord verknüpft. Verknüpfe es hier mit deinem Passwort.',
    DISCORD_MISMATCH:
      'Bei Discord war ein anderes Konto angemeldet als das verknüpfte. Wechsle dort das Konto.',
    BLOCKED: 'Dieses Konto ist gesperrt. Frag den Support.',
    SECOND_STEP_REQUIRED:
      'Dieses Konto hat einen zweiten Schritt. Bestätige ihn zuerst und verknüpfe dann erneut.',
    METHOD_DISABLED: 'Die Anmeldung mit Discord ist gerade ausgeschaltet. Nutze Benutzername und Passwort.',
    RATE_LIMITED: 'Zu viele Versuche in kurzer Zeit. Warte eine Minute und versuche es erneut.',
    UNAVAILABLE: 'Discord ist gerade nicht erreichbar. Nutze Benutzername und Passwort oder warte etwas.',
    INTERNAL: 'Bei uns ist etwas schiefgegangen. Bitte versuche es noch einmal.',
  },
};
