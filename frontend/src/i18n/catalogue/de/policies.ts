import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/policies';

export const catalogue: SameKeys<typeof mix> = {
  back: 'Zurück zum Shop',
  contents: 'Auf dieser Seite',
  imprint: {
    title: 'Impressum',
    link: 'Wer hier verkauft: das Impressum',
    text: 'Die Produkte dieses Shops verkauft:',
    address: 'Anschrift',
    email: 'E-Mail',
    taxId: 'Steuernummer',
    contact: 'Fragen beantwortet die Hilfe am schnellsten.',
    support: 'Zur Hilfe',
    missing: 'Anschrift und E-Mail hat der Betreiber noch nicht eingetragen.',
    loadFailed: 'Wer hier verkauft, konnte nicht geladen werden.',
  },
  short: 'Kurz gesagt',
  pay: { card: 'Karte (mit Google Pay und Apple Pay)', wallet: 'PayPal', crypto: 'Krypto' },
  privacy: {
    title: 'Datenschutz',
    updated: 'Zuletzt geändert im November 2026',
    short: {
      a: 'Wir speichern, was eine Bestellung braucht, und nichts, um dich zu verfolgen.',
      b: 'Kartennummern erreichen uns nie; der Zahlungsanbieter hat sie.',
      c: 'Cookies halten dich nur angemeldet. Keine Werbung, keine Analyse, darum auch kein Einwilligungsbanner.',
    },
    sections: {
      stored: {
        heading: 'Was wir speichern, und warum',
        text: 'Nichts davon ohne Grund.',
        points: {
          account:
            'Dein Konto: Benutzername, der Tag der Registrierung und dein Spielname, damit du dich anmelden und wir liefern können; deine Wunschliste, damit alle deine Geräte sie haben und du hörst, was wieder da ist. Ein Passwort liegt nur als argon2id-Hash vor, den niemand zurücklesen kann.',
          discord:
            'Discord: deine Discord-ID und dein Name dort, wenn du dich mit Discord anmeldest, damit wir dich finden und dir antworten können. Sonst fragen wir Discord nichts. Trittst du unserem Server bei, eine Woche lang deine Discord-ID, damit du einmal begrüßt wirst. Erlaubst du Rollen nach deiner Stufe, dazu eine verschlüsselte Erlaubnis, und Discord erfährt deine Stufe, ausgegebene ganze Dollar und das Alter deines Kontos, bis du es zurücknimmst. Eine nur eingetippte ID ist eine Notiz, bis du sie bestätigst.',
          orders:
            'Bestellungen: was du gekauft hast, der Preis Schritt für Schritt, Spielname und Discord-Name der Lieferung und wann du der sofortigen Lieferung zugestimmt hast. So liefern und erstatten wir und führen unsere Bücher.',
          receipts:
            'Eine E-Mail-Adresse, wenn du auf deiner Kontoseite eine angibst: Dorthin gehen Belege und Neues zu deinen Bestellungen und deiner Wunschliste, wenn du es nicht abgeschaltet hast. Nimm sie dort heraus, und sie ist weg.',
          push: 'Wohin dieses Gerät Push-Nachrichten bekommt, wenn du darum gebeten hast: seine Adresse beim Push-Dienst deines Browsers und seine Schlüssel, bis du dich abmeldest oder es dort abschaltest. Der Dienst kann die Nachrichten nicht lesen.',
          payments:
            'Zahlungen: Betrag, Zahlungsart, Stand und die Nummer beim Anbieter. Keine Karten- oder Kontonummern.',
          balances:
            'Punkte, Stufe, Prämien, Guthaben und Empfehlungen: jede Buchung, damit sich Stände prüfen lassen.',
          opens:
            'Geöffnete Links von Freunden zählen wir je Besucher einmal am Tag, mit einem Hash der Internetadresse, der nach einem Tag gelöscht wird.',
          reviews:
            'Bewertungen: Sterne und Text, die du einer gelieferten Bestellung gibst, damit andere wissen, was sie erwartet. Alle lesen sie mit Produkt und Datum, ohne deinen Namen.',
          support:
            'Support: was du uns schreibst und wie wir dich erreichen, um dir zu antworten. Bilder, die du hier oder in Discord anhängst, werden bei uns neu gezeichnet, ohne Ort, Zeit und Kamera; von denen aus Discord behalten wir nichts anderes. Was unser Team in Discord dazu schreibt, kann dabei stehen.',
          messages:
            'Direktnachrichten in Discord zu deinen Bestellungen: was wann gesendet wurde, damit jede einmal kommt, und ob du sie willst.',
          security:
            'Sicherheit: Handlungen des Teams und abgewiesene Versuche, an dessen Rechte zu kommen, werden mit Zeit und einem Hash der Internetadresse festgehalten. Derselbe Hash steht bei einem offenen Kauf eines neuen Kunden, bis er endet, damit niemand alles reserviert.',
          disputes:
            'Käufe: die Internetadresse (verschlüsselt) und der Name des Browsers, mit denen du bestellt hast, falls eine Bank die Zahlung bestreitet. Lesen können sie allein Admins, allein dafür, und jedes Lesen wird festgehalten.',
        },
      },
      kept: {
        heading: 'Wie lange',
        text: 'Nichts wird auf Vorrat aufbewahrt.',
        points: {
          sessions:
            'Eine Anmeldung, mit dem Namen ihres Browsers, endet nach 14 Tagen ohne Besuch und spätestens nach 30 Tagen; ihr Eintrag wird dann gelöscht. Von den Hinweisen zur Sicherheit deines Kontos bleiben die 20 neuesten.',
          oauth: 'Eine laufende Anmeldung mit Discord ist nach 10 Minuten vergessen.',
          orders:
            'Bestellungen, Zahlungen und Buchungen bleiben, solange Steuer- und Handelsrecht sie verlangen, auch wenn das Konto weg ist.',
          disputes:
            'Was von einem Kauf für den Streitfall aufbewahrt wird, auch die Namen der Lieferung, wird nach {{days}} Tagen geleert.',
          pictures:
            'Ein Bild, das nach einer Stunde zu keinem Ticket gehört, wird gelöscht; die anderen gehen mit ihrem Ticket. Ein Ticket ohne Konto bleibt, bis du uns um Löschung bittest.',
          providers:
            'Was uns Zahlungsanbieter im Einzelnen mitteilen, wird 14 Tage nach der Bearbeitung geleert.',
          account:
            'Der Rest deines Kontos bleibt, bis du es auf deiner Kontoseite löschst. Sieben Tage später ist alles weg, was dich nennt; ein Benutzername ruht 90 Tage. Nur wenn Discord dir noch die VIP-Rolle entziehen muss, bleibt deine Discord-ID bis dahin, höchstens drei Tage. Hashes deiner Discord-ID, Spielnamen und Empfehlungscodes bleiben, damit es Einmaliges nicht zweimal gibt und eine Sperre weiter gilt; der einer Discord-ID bleibt auch, wenn du die Verknüpfung löst.',
          reviews:
            'Eine Bewertung bleibt, bis du dein Konto löschst; dann wird ihr Text geleert, ihre Sterne bleiben.',
          security: 'Das Sicherheitsprotokoll bleibt bei den Büchern; es enthält keine Adressen im Klartext.',
        },
      },
      shared: {
        heading: 'Wer es noch bekommt',
        text: 'Nur die, ohne die es keine Bestellung gäbe. Wir verkaufen niemandem etwas davon.',
        points: {
          stripe:
            'Stripe nimmt Kartenzahlungen entgegen: Betrag, Produkte, unsere Bestellnummer und was du dort eingibst.',
          paypal: 'PayPal nimmt Wallet-Zahlungen entgegen: Betrag, Artikelname und unsere Bestellnummer.',
          crypto: 'Unser Partnershop nimmt Kryptozahlungen entgegen: Er bekommt, was du dort eingibst.',
          discord:
            'Discord überbringt die Nachrichten an unser Team: Bestellnummer, Produkte, Spielname und Discord-Name, dazu Betreff, Text und Nachrichten deiner Tickets. Wenn du es in deinem Konto erlaubst, lesen auch Mitglieder unseres Servers deinen Benutzernamen und was du gekauft hast. E-Mail-Adressen und Codes werden nie veröffentlicht.',
          push: 'Der Push-Dienst deines Browsers (von Google, Mozilla, Apple oder Microsoft) überbringt verschlüsselte Nachrichten an Geräte, für die du sie wolltest.',
          mail: 'Ein Mailanbieter befördert die Belege derer, die eine Adresse angegeben haben.',
          hosting: 'Unser Hosting-Anbieter betreibt die Rechner in unserem Auftrag.',
        },
      },
      browser: {
        heading: 'In deinem Browser',
        text: 'Ohne das ginge der Shop nicht, darum müssen wir nicht fragen. Wer die Daten seines Browsers löscht, löscht all das.',
        points: {
          cookie:
            'Cookies für die Anmeldung und sonst nichts: die Sitzung, die Skripte nicht lesen können; ein Merkmal, dass jemand angemeldet ist; ein Merkmal dieses Browsers, damit dich niemand durch falsche Passwörter aussperrt; und während Discord dich anmeldet zehn Minuten lang eine Prüfung. Sie gehen nur an diesen Shop.',
          storage:
            'Lokaler Speicher: Warenkorb, Wunschliste, zuletzt angesehene Produkte, Farbschema, Sprache, eine Kopie deiner Punkte und für Zeiten ohne Verbindung Produkte mit Preisen und die Seite, die sie zeigt. Davon bekommen wir die Produkte im Warenkorb an der Kasse und deine Wunschliste, solange du angemeldet bist.',
          none: 'Keine Schriften, Bilder oder Skripte von Verfolgern, keine Werbung, keine Analyse.',
        },
      },
      rights: {
        heading: 'Deine Rechte',
        text: 'Es sind deine Daten.',
        points: {
          see: 'Ansehen und berichtigen: Das meiste steht auf deiner Kontoseite.',
          copy: 'Eine Kopie bekommen oder das Konto löschen: auf deiner Kontoseite, unter Sicherheit. Einschränken lassen oder widersprechen: Schreib uns auf Discord, wir tun es innerhalb eines Monats.',
          complain:
            'Haben wir etwas falsch gemacht, kannst du dich bei deiner Datenschutzbehörde beschweren.',
        },
      },
    },
  },
  terms: {
    title: 'Nutzungsbedingungen',
    updated: 'Zuletzt geändert im Juli 2025',
    short: {
      a: 'Nenne uns die richtigen Namen. An sie liefern wir.',
      b: 'Die übliche Lieferung dauert 1–{{hours}} Stunden nach Bestätigung der Zahlung.',
      c: 'Betrug und Rückbuchungen führen zum dauerhaften Ausschluss.',
    },
    sections: {
      account: {
        heading: 'Dein Konto',
        text: 'Was damit geschieht, verantwortest du.',
        points: {
          accurate: 'Die Angaben im Konto müssen stimmen: Benutzername, Spielname und Discord-Name.',
          fraud: 'Betrug oder Rückbuchungen führen zum dauerhaften Ausschluss.',
        },
      },
      delivery: {
        heading: 'Lieferung',
        text: 'Produkte werden im Spiel oder über Discord übergeben.',
        points: {
          time: 'Die übliche Lieferung dauert 1–{{hours}} Stunden nach Bestätigung der Zahlung. Am Wochenende kann es länger dauern.',
          money: 'Coins kommen meist innerhalb von {{minutes}} Minuten nach der Zahlung an.',
          online: 'Für Lieferungen an Koordinaten musst du online sein.',
        },
      },
      payment: {
        heading: 'Preise und Zahlung',
        text: 'Der Preis an der Kasse ist der Preis, den du zahlst.',
        points: {
          accepted: 'Angenommen werden: {{methods}}.',
          change:
            'Preise können sich ohne Ankündigung ändern. Eine aufgegebene Bestellung behält ihren Preis.',
          fees: 'Deine Bank oder dein Anbieter kann Gebühren für die Umrechnung erheben.',
        },
      },
      liability: {
        heading: 'Wofür wir nicht haften',
        text: 'Das Spiel und seine Server gehören nicht uns.',
        points: {
          rollbacks: 'Zurücksetzungen, Sperren und geänderte Regeln oder Wirtschaft auf einem Server.',
          third: 'Was Dritte tun, seien es Spieler, Server oder Anbieter.',
        },
      },
      contact: {
        heading: 'Kontakt',
        text: 'Du erreichst uns auf dem Discord-Server unserer Gemeinschaft.',
        points: { discord: 'Auf der Hilfeseite stehen die Einladung und Antworten auf häufige Fragen.' },
      },
    },
  },
  refunds: {
    title: 'Erstattungen',
    updated: 'Sie gelten für jede Bestellung, der du an der Kasse zustimmst.',
    short: {
      a: 'Noch nicht übergeben? Wir erstatten.',
      b: 'Geliefert? Dann ist der Kauf endgültig.',
      c: 'Prüfe den Spielnamen, bevor du zahlst.',
    },
    sections: {
      when: {
        heading: 'Wann es eine Erstattung gibt',
        text: 'Es kommt darauf an, ob die Produkte noch bei uns sind.',
        points: {
          before: 'Erstattungen sind nur möglich, solange die Produkte noch nicht übergeben sind.',
          after: 'Ist über Discord oder im Spiel geliefert, ist der Kauf endgültig.',
          how: 'Geld geht den Weg zurück, den es kam; Guthaben, Bonus und verwendete oder verdiente Punkte werden zurückgebucht.',
        },
      },
      bases: {
        heading: 'Basen',
        text: 'Eine Basis ist ein Ort in einer Welt, die nicht uns gehört.',
        points: {
          as: 'Basen werden verkauft, wie sie sind, ohne Gewähr für ihren Inhalt.',
          griefed: 'Eine Basis kann nach dem Kauf verwüstet werden. Das wird nicht ersetzt.',
        },
      },
      names: {
        heading: 'Namen',
        text: 'Wir liefern an die Namen, die du bestätigst.',
        points: {
          wrong: 'Ein an der Kasse falsch eingegebener Name lässt sich nach der Zahlung nicht ändern.',
        },
      },
      rules: {
        heading: 'Serverregeln',
        text: 'Kenne die Regeln des Servers, auf dem du spielst.',
        points: {
          ban: 'Handel mit echtem Geld kann dort zum Ausschluss führen. Das ist nicht unsere Schuld und kein Grund für eine Erstattung.',
        },
      },
    },
  },
};
