/** Words of the shared components. */
export const catalogue = {
  close: 'Close',
  back: 'Back',
  cancel: 'Cancel',
  retry: 'Try again',
  loading: 'Loading',
  search: 'Search',
  clearSearch: 'Clear search',
  optional: 'optional',
  required: 'required',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  quantity: { label: 'Quantity', less: 'One less', more: 'One more' },
  stock: {
    out: 'Sold out',
    low_one: 'Only {{count}} left',
    low_other: 'Only {{count}} left',
    in: 'In stock',
  },
  price: { now: 'Price', before: 'Before' },
  theme: { label: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  language: { label: 'Language', mix: 'Pax mix', en: 'English', de: 'Deutsch' },
  notices: { label: 'Notices', dismiss: 'Dismiss notice' },
  failure: {
    title: 'Something fell over',
    sentence: 'This part of the market could not be shown. Your cart is safe.',
  },
  tier: { bronze: 'Bronze', silver: 'Silver', gold: 'Gold', platinum: 'Platinum', diamond: 'Diamond' },
};

export const german: readonly string[] = ['language.de'];
