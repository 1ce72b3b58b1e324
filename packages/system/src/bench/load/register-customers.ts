import type { Person } from '../../support/person.js';
import { newCustomer } from '../../support/sign-in.js';
import type { WholeShop } from '../../support/whole-shop.js';
import { runConcurrently } from './concurrency.js';

const CONCURRENT_SIGN_UPS = 8;

/** Registers `count` new customers. */
export async function registerCustomers(shop: WholeShop, count: number): Promise<Person[]> {
  const customers: Person[] = [];
  await runConcurrently(count, CONCURRENT_SIGN_UPS, async () => {
    customers.push(await newCustomer(shop));
  });
  return customers;
}
