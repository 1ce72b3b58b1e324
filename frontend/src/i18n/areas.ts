import type { AreaModule } from './area';
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
import type { catalogue as discord } from './catalogue/mix/discord';
import type { catalogue as help } from './catalogue/mix/help';
import type { catalogue as policies } from './catalogue/mix/policies';
import type { catalogue as security } from './catalogue/mix/security';
import type { catalogue as products } from './catalogue/mix/products';
import type { catalogue as support } from './catalogue/mix/support';
import type { catalogue as tickets } from './catalogue/mix/tickets';
import type { catalogue as step } from './catalogue/mix/step';
import type { catalogue as shop } from './catalogue/mix/shop';
import type { catalogue as users } from './catalogue/mix/users';
import type { Language } from './languages';

/**
 * The areas and their keys, taken from the mixed catalogue. A new area is one line here and one file per language
 * under catalogue/.
 */
export interface Areas {
  common: typeof common;
  /** Layout of every page, and the market. */
  shop: typeof shop;
  /** Home page and layout besides the market. */
  home: typeof home;
  referral: typeof referral;
  cart: typeof cart;
  checkout: typeof checkout;
  auth: typeof auth;
  loyalty: typeof loyalty;
  policies: typeof policies;
  help: typeof help;
  /** Tickets as their senders see them. */
  support: typeof support;
  /** The page that tries the Discord integration. */
  discord: typeof discord;
  /** The page of a receipt; its words are those of the mail. */
  receipt: typeof receipt;
  /** Booked changes of balances, for their owner and in the panel. */
  ledger: typeof ledger;
  account: typeof account;
  achievements: typeof achievements;
  /** Sign-in methods, sessions and security notices. */
  security: typeof security;
  /** The second step of admins and staff: to pass it, and to set it up. */
  step: typeof step;
  /** The panel; German in the mixture. */
  admin: typeof admin;
  /** The panel's products; German in the mixture. */
  products: typeof products;
  /** The panel's tickets; German in the mixture. */
  tickets: typeof tickets;
  /** The panel's users; German in the mixture. */
  users: typeof users;
}

export type Area = keyof Areas;

/** For the test that all languages have the same keys. */
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
  'security',
  'step',
  'admin',
  'products',
  'tickets',
  'users',
  'loyalty',
  'policies',
  'help',
  'support',
  'discord',
];

/** Fetches one area of one language; each is a chunk of its own. */
export async function loadArea(language: Language, area: string): Promise<AreaModule> {
  const fetched: AreaModule = await import(`./catalogue/${language}/${area}.ts`);
  return fetched;
}
