import { RECEIPT_TEXTS } from '@pax/contracts';

export const catalogue = {
  page: 'Receipt',
  print: 'Print or save as PDF',
  orders: 'My orders',
  loading: 'Loading the receipt',
  none: 'No receipt here',
  noneText: 'There is one for each of your purchases once it is paid. Your orders link to it.',
  signIn: 'Sign in',
  signInText: 'Sign in with the account that bought it.',
  failed: 'The receipt could not be loaded.',
  words: RECEIPT_TEXTS.en,
};

export const german: readonly string[] = [];
