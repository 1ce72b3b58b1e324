import { authAnswer, currentUser } from '@pax/contracts';
import { randomBytes } from 'node:crypto';
import { Person } from './person.js';
import type { WholeShop } from './whole-shop.js';

/** Password of all accounts that specs register. */
export const PASSWORD = 'correct-horse-8';

/** Registers a new customer, who is then signed in. */
export async function newCustomer(shop: Pick<WholeShop, 'shopUrl'>): Promise<Person> {
  const person = new Person(shop.shopUrl);
  const username = `buyer_${randomBytes(6).toString('hex')}`;
  const { user } = await person.send(
    'POST',
    '/api/auth/register',
    { username, password: PASSWORD },
    authAnswer,
  );
  return setIdentity(person, user);
}

/** Signs in a demo account with its password. */
export async function returningCustomer(shop: WholeShop, username: string): Promise<Person> {
  const person = new Person(shop.shopUrl);
  const password = shop.accounts.find((account) => account.username === username)?.password;
  const { user } = await person.send('POST', '/api/auth/login', { username, password }, authAnswer);
  return setIdentity(person, user);
}

/** Signs in a person of the Discord stand-in by OAuth: `pax.operator` is the admin, `mira.staff` is staff. */
export async function signInWithDiscord(shop: WholeShop, discordUser: string): Promise<Person> {
  const person = new Person(shop.shopUrl);
  const pending = await person.call('GET', '/api/auth/discord');
  const consent = await fetch(pending.headers.get('location') ?? '', {
    method: 'POST',
    body: new URLSearchParams({ user: discordUser }),
    redirect: 'manual',
  });
  await person.call('GET', consent.headers.get('location') ?? '');
  return setIdentity(person, await person.get('/api/auth/me', currentUser));
}

function setIdentity(person: Person, user: { id: number; username: string }): Person {
  person.id = user.id;
  person.username = user.username;
  return person;
}
