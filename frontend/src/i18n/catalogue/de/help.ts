import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/help';

export const catalogue: SameKeys<typeof mix> = {
  title: 'Hilfe',
  intro: 'Frag uns alles zu einer Bestellung oder deinem Konto. Wir antworten innerhalb von 1–24 Stunden.',
  back: 'Zurück zum Shop',
  ways: {
    heading: 'So erreichst du uns',
    discord: 'Schreib uns auf Discord',
    discordText: 'Der schnellste Weg. Unser Team liest mit, und vielleicht weiß es auch jemand anderes.',
    discordAction: 'Discord öffnen',
    members: '{{members}} Mitglieder auf {{name}}',
    orders: 'Sieh deine Bestellungen an',
    ordersText: 'Jede Bestellung zeigt live, wer sie hat und bis wann sie fällig ist.',
    ordersAction: 'Meine Bestellungen',
    refunds: 'Erstattungen',
    refundsText: 'Wann Geld zurückgeht, in einer Minute.',
    refundsAction: 'Zu den Erstattungen',
  },
  tips: {
    heading: 'Kurze Tipps',
    list: {
      reference: 'Halte deine Bestellnummer bereit. Sie steht auf der Kontoseite.',
      names: 'Nenne uns Spielname und Discord-Name genau so, wie du damit bestellt hast.',
      picture: 'Ein Bild von dem, was du siehst, erspart oft eine Rückfrage.',
      secrets: 'Schick nie Passwörter oder Codes. Wir fragen nie danach.',
    },
  },
  faq: {
    heading: 'Häufige Fragen',
    list: {
      when: {
        question: 'Wann kommt meine Bestellung an?',
        answer:
          'Coins meist innerhalb von {{minutes}} Minuten nach der Zahlung, alles andere im Spiel innerhalb von 1–{{hours}} Stunden. Am Wochenende kann es etwas länger dauern.',
      },
      where: {
        question: 'Wo sehe ich, was gerade passiert?',
        answer:
          'Auf deiner Kontoseite unter Bestellungen. Die Linie einer Bestellung bewegt sich von selbst: bezahlt, übernommen, geliefert.',
      },
      online: {
        question: 'Muss ich online sein?',
        answer: 'Für Lieferungen an Koordinaten ja. Wir sagen dir auf Discord Bescheid, bevor wir kommen.',
      },
      name: {
        question: 'Ich habe einen falschen Namen eingegeben. Was nun?',
        answer:
          'Schreib uns sofort auf Discord. Nach der Zahlung lässt sich ein Name nicht ändern, aber eine noch nicht gelieferte Bestellung lässt sich anhalten.',
      },
      paid: {
        question: 'Ich habe bezahlt und sehe nichts.',
        answer:
          'Manche Zahlungen brauchen eine Weile, bis sie bestätigt sind. Deine Bestellung erscheint, sobald der Anbieter es uns sagt; zahl nicht noch einmal.',
      },
      refund: {
        question: 'Bekomme ich mein Geld zurück?',
        answer: 'Solange nichts übergeben wurde, ja. Ist geliefert, ist der Kauf endgültig.',
      },
      points: {
        question: 'Wann bekomme ich meine Punkte?',
        answer:
          'Mit der Lieferung. Bis dahin stehen sie aus, ebenso die Ausgaben für deine Stufe. Eine Erstattung nimmt die Punkte dieser Bestellung zurück.',
      },
    },
  },
};
