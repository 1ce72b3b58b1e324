/** Support tickets as their senders see them: the form, the page of a ticket, the own ones. */
export const catalogue = {
  form: {
    heading: 'Write to us',
    name: 'Name',
    email: 'Email',
    subject: 'Subject',
    priority: 'Priority',
    message: 'Detailed message',
    messageHint: 'What happened, when, and with which order?',
    send: 'Send ticket',
  },
  problem: { missing: 'Please fill this in', email: 'Enter an email address, such as name@example.org' },
  priority: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  status: { open: 'Open', in_progress: 'In progress', resolved: 'Answered', closed: 'Closed' },
  done: {
    toast: 'Support Ticket Created!',
    toastText: 'We will reply within 24 hours.',
    title: 'Ticket #{{id}} is with us',
    account: 'You find it, and soon our answer, on your account page.',
    link: 'Our answer will stand behind this link. Keep it: it is the only way there, and whoever has it can read along.',
    linkLabel: 'Link to your ticket',
    open: 'Open the ticket',
    again: 'Write another one',
  },
  failed: {
    toast: 'Submission Failed',
    text: 'There was an error submitting your support request. Please try again.',
    limited: 'Five tickets an hour is the most. Please wait a little, or ask us on Discord.',
  },
  ticket: {
    page: 'Your ticket',
    intro: 'This page shows our answer by itself. Whoever has the link can read it.',
    number: 'Ticket #{{id}}',
    sent: 'sent {{time}}',
    you: 'You wrote',
    us: 'Our answer',
    wait: 'We answer within 1-24 hours. This page updates by itself.',
    closed: 'Closed without an answer. If you still need help, send a new ticket.',
  },
  unknown: {
    title: 'No ticket here',
    text: 'The link is not complete, or it never led to a ticket.',
    action: 'To the support center',
  },
  loadFailed: 'Your ticket could not be loaded.',
  own: {
    heading: 'Your tickets',
    ask: 'Ask support',
    empty: 'No tickets yet',
    emptyText: 'Something not as it should be? Ask us, the answer comes here.',
    failed: 'Your tickets could not be loaded.',
  },
  answered: {
    toast: 'Support answered you',
    text: '{{subject}} (ticket #{{id}}). The answer stands on your account page under Support.',
  },
};

export const german: readonly string[] = [];
