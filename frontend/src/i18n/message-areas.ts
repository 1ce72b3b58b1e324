import type { AreaModule } from './message-catalogue';
import type { catalogue as account } from './catalogue/mix/account';
import type { catalogue as achievements } from './catalogue/mix/achievements';
import type { catalogue as admin } from './catalogue/mix/admin';
import type { catalogue as auth } from './catalogue/mix/auth';
import type { catalogue as cart } from './catalogue/mix/cart';
import type { catalogue as checkout } from './catalogue/mix/checkout';
import type { catalogue as common } from './catalogue/mix/common';
import type { catalogue as home } from './catalogue/mix/home';
import type { catalogue as ledger } from './catalogue/mix/ledger';
import type { catalogue as loyalty } from './catalogue/mix/loyalty';
import type { catalogue as receipt } from './catalogue/mix/receipt';
import type { catalogue as referral } from './catalogue/mix/referral';
import type { catalogue as offline } from './catalogue/mix/offline';
import type { catalogue as notices } from './catalogue/mix/notices';
import type { catalogue as discord } from './catalogue/mix/discord';
import type { catalogue as help } from './catalogue/mix/help';
import type { catalogue as policies } from './catalogue/mix/policies';
import type { catalogue as reviews } from './catalogue/mix/reviews';
import type { catalogue as security } from './catalogue/mix/security';
import type { catalogue as products } from './catalogue/mix/products';
import type { catalogue as support } from './catalogue/mix/support';
import type { catalogue as tickets } from './catalogue/mix/tickets';
import type { catalogue as step } from './catalogue/mix/step';
import type { catalogue as shop } from './catalogue/mix/shop';
import type { catalogue as users } from './catalogue/mix/users';
import type { Language } from './languages';

/**
 * The message areas and their keys, as in the mixed catalogue. A new area is one line here and one file per language.
 */
export interface Areas {
  common: typeof common;
  /** Messages of the market and of the layout around every page. */
  shop: typeof shop;
  /** Messages of the home page and the layout, without those of the market. */
  home: typeof home;
  referral: typeof referral;
  cart: typeof cart;
  checkout: typeof checkout;
  auth: typeof auth;
  loyalty: typeof loyalty;
  /** Messages of the bell. */
  notices: typeof notices;
  /** Messages of the page without a connection. */
  offline: typeof offline;
  policies: typeof policies;
  help: typeof help;
  /** Messages about tickets for their senders. */
  support: typeof support;
  /** Messages of the page that tests the Discord integration. */
  discord: typeof discord;
  /** Messages of the receipt page, in the same words as the receipt mail. */
  receipt: typeof receipt;
  /** Messages about booked changes of balances, in the account and in the panel. */
  ledger: typeof ledger;
  account: typeof account;
  /** Messages about reviews by buyers; those of the panel are German in the mixed language. */
  reviews: typeof reviews;
  achievements: typeof achievements;
  /** Messages about sign-in methods, sessions and security notices. */
  security: typeof security;
  /** Messages about the second step of admins and staff: to pass it and to set it up. */
  step: typeof step;
  /** Messages of the admin panel; German in the mixed language. */
  admin: typeof admin;
  /** Messages of the panel about products; German in the mixed language. */
  products: typeof products;
  /** Messages of the panel about tickets; German in the mixed language. */
  tickets: typeof tickets;
  /** Messages of the panel about users; German in the mixed language. */
  users: typeof users;
}

export type Area = keyof Areas;

/** Names of all areas, by which a test checks that all languages have the same keys. */
export const areaNames: readonly Area[] = [
  'common',
  'shop',
  'home',
  'referral',
  'cart',
  'checkout',
  'receipt',
  'ledger',
  'auth',
  'account',
  'achievements',
  'reviews',
  'security',
  'step',
  'admin',
  'products',
  'tickets',
  'users',
  'loyalty',
  'notices',
  'offline',
  'policies',
  'help',
  'support',
  'discord',
];

/** Fetches the messages of one area in one language; each is a separate file of the build. */
export async function loadArea(language: Language, area: string): Promise<AreaModule> {
  const fetched: AreaModule = await import(`./catalogue/${language}/${area}.ts`);
  return fetched;
}
