/**
 * Privacy, terms, refunds and who sells. A section is a heading, an opening line and points; each policy begins in
 * short.
 */
export const catalogue = {
  back: 'Back to Shop',
  contents: 'On this page',
  imprint: {
    title: 'Imprint',
    link: 'Who sells here: the imprint',
    text: 'Goods of this shop are sold by:',
    address: 'Address',
    email: 'E-mail',
    taxId: 'Tax number',
    contact: 'Questions are answered fastest by the Support Center.',
    support: 'To the Support Center',
    missing: 'The operator has not filled in address and e-mail yet.',
    loadFailed: 'Who sells here could not be loaded.',
  },
  short: 'In short',
  pay: { card: 'card (with Google Pay and Apple Pay)', wallet: 'PayPal', crypto: 'crypto' },
  privacy: {
    title: 'Privacy Policy',
    updated: 'Last updated November 2026',
    short: {
      a: 'We store what an order needs, and nothing to track you with.',
      b: 'Card numbers never reach us; the payment provider has them.',
      c: 'Cookies only keep you signed in. No advertising, no analytics, so no consent banner either.',
    },
    sections: {
      stored: {
        heading: 'What we store, and why',
        text: 'Each thing has one reason.',
        points: {
          account:
            'Your account: username, the day it was opened and your game name, so that you can sign in and we can deliver; your wishlist, so that all your devices have it and you hear what is back in stock. A password is kept only as an argon2id hash that nobody can read back.',
          discord:
            'Discord: your Discord ID and name if you sign in with Discord, so that we can find and answer you there. We ask Discord for nothing else. If you join our server, your Discord ID for a week, so that you are welcomed once. If you allow roles by your tier, an encrypted permission too, and Discord learns your tier, whole dollars spent and the age of your account, until you take it back. An ID you only type in is a note until you prove it.',
          orders:
            'Orders: what you bought, the price step by step, the game and chat name of the delivery, and when you agreed to delivery at once. This is how we deliver, refund and keep our books.',
          receipts:
            'An e-mail address, if you give one on your account page: receipts go there, and news of your orders and your wishlist unless you switched it off. Take it out there and it is gone.',
          push: 'Where this device takes push messages, if you asked for them: its address at the push service of your browser, and its keys, until you sign out or switch it off there. The service cannot read the messages.',
          payments: 'Payments: amount, method, state and the provider’s reference. No card or bank numbers.',
          balances:
            'Points, tier, rewards, store credit and referrals: every booking, so that balances can be checked.',
          opens:
            'Opened links of friends are counted once a day per visitor, by a keyed hash of the internet address that is gone after a day.',
          reviews:
            'Reviews: the rating and text that you give a delivered order, so that others know what to expect. Everybody reads them with the goods and the date, without your name.',
          support:
            'Support: what you write to us and how to reach you, to answer you. Pictures that you add, here or in Discord, are drawn anew on our side, without place, time and camera; of those from Discord we keep no other copy. What our team writes about it in Discord may be kept with it.',
          messages:
            'Direct messages in Discord about your orders: what was sent and when, so that each comes once, and whether you want them.',
          security:
            'Security: acts of staff and refused attempts at staff’s rights are logged with time and a keyed hash of the internet address. The same hash stands beside an open checkout of a new customer until it ends, so that nobody sets everything aside.',
          disputes:
            'Purchases: the internet address (encrypted) and the browser’s name with which you ordered, in case a bank disputes the payment. Admins alone can read them, for that alone, and each reading is logged.',
        },
      },
      kept: {
        heading: 'For how long',
        text: 'Nothing is kept just in case.',
        points: {
          sessions:
            'A sign-in, with the name of its browser, ends after 14 days without a visit and after 30 days at the latest; its record is then deleted. Of the notices about your account’s security the newest 20 are kept.',
          oauth: 'A Discord sign-in under way is forgotten after 10 minutes.',
          orders:
            'Orders, payments and bookings stay as long as tax and trade law asks for them, even when the account is gone.',
          disputes:
            'What is kept of a purchase for disputes, the names of its delivery too, is emptied after {{days}} days.',
          pictures:
            'A picture that no ticket took within an hour is deleted; the others go with their ticket. A ticket without an account stays until you ask us to delete it.',
          providers: 'What payment providers tell us in detail is emptied 14 days after it was worked on.',
          account:
            'The rest of your account stays until you delete it on your account page. Seven days later everything that names you is gone; a username rests 90 days. Only where Discord has still to take the VIP role from you does your Discord ID wait for that, three days at most. Keyed hashes of your Discord ID, game names and referral codes stay, so that what is given once is not given twice and a block goes on; that of a Discord ID also stays when you unlink it.',
          reviews:
            'A review stays until you delete your account; then its text goes, and its rating stays without it.',
          security: 'The security log stays with the books; it holds no plain addresses.',
        },
      },
      shared: {
        heading: 'Who else gets it',
        text: 'Only those without whom there would be no order. We sell nothing to anybody.',
        points: {
          stripe: 'Stripe takes card payments: amount, goods, our order reference, and what you enter there.',
          paypal: 'PayPal takes wallet payments: amount, item name and our order reference.',
          crypto: 'Our partner shop takes crypto payments: it gets what you enter there.',
          discord:
            'Discord carries the messages to our staff: order number, goods, game and chat name, and the subject, text and messages of your tickets. If you allow it in your account, members of our server also read your username with what you bought. Email addresses and codes are never posted.',
          push: 'The push service of your browser (of Google, Mozilla, Apple or Microsoft) carries encrypted messages to devices for which you asked.',
          mail: 'A mail provider carries the receipts of those who gave an address.',
          hosting: 'Our hosting provider runs the machines on our behalf.',
        },
      },
      browser: {
        heading: 'In your browser',
        text: 'Without these the shop would not work, which is why we need not ask. Clearing your browser’s data removes all of them.',
        points: {
          cookie:
            'Cookies for signing in and nothing else: the session, which scripts can’t read; a mark that somebody is signed in; a mark of this browser, so that nobody who guesses at your password locks you out; and, while Discord signs you in, a check for ten minutes. They go to this shop only.',
          storage:
            'Local storage: cart, wishlist, recently viewed goods, theme, language, a copy of your points, and for times without a connection goods with prices and the page that shows them. Of these we get the goods of your cart at checkout, and your wishlist while you are signed in.',
          none: 'No fonts, pictures or scripts of trackers, no advertising, no analytics.',
        },
      },
      rights: {
        heading: 'Your rights',
        text: 'It is your data.',
        points: {
          see: 'See and correct: most of it is on your account page.',
          copy: 'Get a copy or delete the account: on your account page, under Security. Have it restricted, or object: write to us on Discord and we do it within a month.',
          complain: 'If we got it wrong, you can complain to your data protection authority.',
        },
      },
    },
  },
  terms: {
    title: 'Terms of Service',
    updated: 'Last updated July 2025',
    short: {
      a: 'Tell us the right names. We deliver to them.',
      b: 'Standard delivery takes 1-{{hours}} hours after the payment is confirmed.',
      c: 'Fraud and chargebacks end in a permanent ban.',
    },
    sections: {
      account: {
        heading: 'Your account',
        text: 'You are responsible for what is done with it.',
        points: {
          accurate: 'Account information must be accurate: username, game name and chat name.',
          fraud: 'Fraud or chargebacks lead to a permanent ban.',
        },
      },
      delivery: {
        heading: 'Delivery',
        text: 'Goods are handed over in the game or through Discord.',
        points: {
          time: 'Standard delivery is 1-{{hours}} hours after payment confirmation. At weekends it may take longer.',
          money: 'Money usually arrives within {{minutes}} minutes of payment.',
          online: 'You must be online for deliveries to coordinates.',
        },
      },
      payment: {
        heading: 'Prices and payment',
        text: 'The price you see at checkout is the price you pay.',
        points: {
          accepted: 'Accepted payments: {{methods}}.',
          change: 'Prices may change without notice. An order that is placed keeps its price.',
          fees: 'Your bank or provider may charge fees for currency conversion.',
        },
      },
      liability: {
        heading: 'What we are not liable for',
        text: 'The game and its servers are not ours.',
        points: {
          rollbacks: 'Rollbacks, bans and changes of rules or economy on a server.',
          third: 'What third parties do, be it players, servers or providers.',
        },
      },
      contact: {
        heading: 'Contact',
        text: 'You reach us on our community’s Discord server.',
        points: { discord: 'The support page has the invitation and answers to common questions.' },
      },
    },
  },
  refunds: {
    title: 'Refund Policy',
    updated: 'It applies to every order you agree to at checkout.',
    short: {
      a: 'Not handed over yet? We refund you.',
      b: 'Delivered? Then the sale is final.',
      c: 'Check the game name before you pay.',
    },
    sections: {
      when: {
        heading: 'When you get a refund',
        text: 'It depends on whether the goods are still with us.',
        points: {
          before: 'Refunds are possible only if the items were not yet transferred.',
          after: 'Once delivered through Discord or in game, the sale is final.',
          how: 'Money goes back the way it came; store credit, bonus and points used or earned are booked back.',
        },
      },
      bases: {
        heading: 'Bases',
        text: 'A base is a place in a world that is not ours.',
        points: {
          as: 'Bases are sold as they are, with no guarantee of contents.',
          griefed: 'A base may be griefed after the purchase. This is not compensated.',
        },
      },
      names: {
        heading: 'Names',
        text: 'We deliver to the names you confirm.',
        points: { wrong: 'A wrong username entered at checkout can’t be corrected after payment.' },
      },
      rules: {
        heading: 'Server rules',
        text: 'Know the rules of the server you play on.',
        points: {
          ban: 'Trading for real money can get you banned there. That is not our fault and no reason for a refund.',
        },
      },
    },
  },
};

export const german: readonly string[] = [];
