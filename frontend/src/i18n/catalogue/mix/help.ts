/** The support center. */
export const catalogue = {
  title: 'Support Center',
  intro: 'Ask us anything about an order or your account. We answer within 1-24 hours.',
  back: 'Back to Shop',
  ways: {
    heading: 'How to reach us',
    discord: 'Chat with us on Discord',
    discordText: 'The quickest way. Our team reads along, and others may know the answer too.',
    discordAction: 'Open Discord',
    members: '{{members}} members on {{name}}',
    orders: 'Look at your orders',
    ordersText: 'Every order shows live who has it and by when it is due.',
    ordersAction: 'My orders',
    refunds: 'Refunds',
    refundsText: 'When money goes back, in one minute.',
    refundsAction: 'Refund policy',
  },
  tips: {
    heading: 'Quick tips',
    list: {
      reference: 'Have your order number ready. It stands on the account page.',
      names: 'Tell us game name and chat name exactly as you ordered with them.',
      picture: 'A picture of what you see often saves a question.',
      secrets: 'Never send passwords or codes. We never ask for them.',
    },
  },
  faq: {
    heading: 'Common questions',
    list: {
      when: {
        question: 'When does my order arrive?',
        answer:
          'Money usually within {{minutes}} minutes of payment, everything else in game within 1-{{hours}} hours. At weekends it may take a little longer.',
      },
      where: {
        question: 'Where do I see what is happening?',
        answer:
          'On your account page under Orders. The line of an order moves by itself: paid, taken, delivered.',
      },
      online: {
        question: 'Do I have to be online?',
        answer: 'For deliveries to coordinates, yes. We tell you on Discord before we come.',
      },
      name: {
        question: 'I entered a wrong name. What now?',
        answer:
          'Write to us at once on Discord. After payment a name can’t be changed, but an order that nobody has delivered yet can be stopped.',
      },
      paid: {
        question: 'I paid and nothing shows.',
        answer:
          'Some payments take a while to be confirmed. Your order shows as soon as the provider tells us; you need not pay again.',
      },
      refund: {
        question: 'Can I get my money back?',
        answer: 'As long as nothing was handed over, yes. Once delivered, the sale is final.',
      },
      points: {
        question: 'When do I get my points?',
        answer:
          'With the delivery. Until then they are pending, as what you spent is for your tier. A refund takes the points of that order back.',
      },
    },
  },
};

export const german: readonly string[] = [];
