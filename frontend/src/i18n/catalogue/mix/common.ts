/** Words of the shared components. */
export const catalogue = {
  close: 'Close',
  back: 'Back',
  cancel: 'Cancel',
  retry: 'Try again',
  reload: 'Load the page again',
  noAnswer: {
    title: 'No answer yet',
    text: 'It may have worked all the same. Check before you try again.',
  },
  slow: 'This takes longer than usual.',
  loading: 'Loading',
  search: 'Search',
  clearSearch: 'Clear search',
  optional: 'optional',
  required: 'required',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copy: { action: 'Copy', done: 'Copied', failed: 'Select the code and copy it by hand.' },
  strength: {
    name: 'Names are what guessers try first.',
    pattern: 'Runs and repeats are what guessers try first.',
    weak: 'Easy to guess. Longer is better.',
    fair: 'Good. A few more characters make it better.',
    strong: 'Hard to guess.',
  },
  quantity: { label: 'Quantity', less: 'One less', more: 'One more' },
  stock: {
    out: 'Sold out',
    low: 'Only {{amount}} left',
    in: '{{amount}} in stock',
  },
  limit: {
    most: {
      new_account: 'Until orders of {{price}} in all are delivered to you: up to {{amount}} at a time.',
      address:
        'New customers on one connection share a limit: up to {{amount}} at a time. Delivered orders of {{price}} in all lift this.',
      account: 'Up to {{amount}} at a time, so that others find some too. Buy more once these are paid.',
      address_all:
        'Customers on one connection share a limit: up to {{amount}} at a time. Buy more once these are paid.',
      unpaid: 'Two of your checkouts ended unpaid: up to {{amount}} at a time until {{time}}.',
      unconfirmed: 'By crypto up to {{amount}} at a time. Other ways to pay have no such limit.',
      unconfirmed_all:
        'Many crypto orders wait for their payment right now: up to {{amount}} by crypto. Other ways to pay have no such limit.',
      lapsed: 'Your crypto order was not paid: up to {{amount}} by crypto until {{time}}.',
    },
    none: {
      new_account:
        'You can buy this once orders of {{price}} in all are delivered to you, or a smaller one now.',
      address:
        'New customers on your connection hold as many as they can at a time. Pay for what you began, or try again later. Delivered orders of {{price}} in all lift this.',
      account: 'You hold as many as you can at a time. Buy more once these are paid.',
      address_all:
        'Customers on your connection hold as many as they can at a time. Pay for what you began, or try again later.',
      unpaid:
        'Two of your checkouts ended unpaid. Until {{time}} you can hold a tenth of what is there at most, which leaves none of this.',
      unconfirmed: 'By crypto you can’t buy this right now. Choose another way to pay.',
      unconfirmed_all: 'Many crypto orders wait for their payment right now. Choose another way to pay.',
      lapsed:
        'Your crypto order was not paid, so crypto is closed for you until {{time}}. Choose another way to pay.',
    },
    end: { unpaid: 'tomorrow', lapsed: 'next week' },
  },
  price: { now: 'Price', before: 'Before' },
  theme: { label: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  language: { label: 'Language', mix: 'Pax mix', en: 'English', de: 'Deutsch' },
  notices: { label: 'Notices', dismiss: 'Dismiss notice' },
  failure: {
    title: 'Something fell over',
    sentence: 'This part of the market could not be shown. Your cart is safe.',
  },
  messagesMissing: {
    title: 'Some words are missing',
    text: 'Part of the texts could not be loaded. Load the page again.',
  },
  otherAddress: 'This is not the address of the shop. Signing in and buying work at',
  sessionUnknown: 'We could not find out whether you are signed in.',
  tier: { bronze: 'Bronze', silver: 'Silver', gold: 'Gold', platinum: 'Platinum', diamond: 'Diamond' },
};

export const german: readonly string[] = ['language.de'];
