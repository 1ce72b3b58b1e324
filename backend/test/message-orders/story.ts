import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';

/** A purchase whose actions at the provider are complete, while the shop has received no message. */
export interface Played {
  buyer: SignedIn;
  checkout: string;
}

/** The shop in which stories run; all purchases are of the same two goods, 10.00 and 5.00. */
export interface Stage {
  shop: Shop;
  admin: SignedIn;
  goods: readonly number[];
}

/** Delivers a message to the shop, or performs an action between messages. */
export type Step = () => Promise<unknown>;

/** The messages of a provider about one purchase, in their original order. */
export interface Story {
  provider: string;
  name: string;
  play: (stage: Stage) => Promise<Played>;
  /**
   * What the provider tells of each purchase.
   * @param copy tells apart what is sent again, where a provider may do so under a new id
   */
  messages: (shop: Shop, played: readonly Played[], copy: string) => Promise<Step[][]>;
  /** Calls of people that may happen between the messages. */
  between: (stage: Stage, played: Played) => Step[];
}

/** The buyer returns from the page of the provider. */
export const returnFromPage = (_stage: Stage, { buyer, checkout }: Played): Step[] => [
  () => buyer.agent.post(`/api/checkouts/${checkout}/refresh`),
];

const MOST_TRIES = 20;

/** Repeats a step while it is refused, as providers resend messages and people press again. */
export async function retryUntilAccepted(step: Step | undefined): Promise<void> {
  if (!step) return;
  for (let tries = 1; ; tries += 1) {
    const answer = await step();
    const status = typeof answer === 'object' && answer && 'status' in answer ? answer.status : answer;
    if (status !== 503 && status !== 429) return;
    if (tries === MOST_TRIES)
      throw new Error(`answered ${status} ${tries} times: ${JSON.stringify(bodyOf(answer))}`);
  }
}

const bodyOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer && 'body' in answer ? answer.body : undefined;

/**
 * All orders of things if they are few, else `limit` of them, beginning with the original one; deterministic for a
 * seed.
 */
export function messageOrdersOf<T>(things: readonly T[], limit: number, seed: number): T[][] {
  const all = factorial(things.length);
  if (all <= limit) return permutations(things);
  const random = randomFrom(seed);
  return [[...things], ...Array.from({ length: limit - 1 }, () => shuffled(things, random))];
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((thing, at) =>
    permutations(things.filter((_, index) => index !== at)).map((rest) => [thing, ...rest]),
  );
}

function shuffled<T>(things: readonly T[], random: () => number): T[] {
  return things
    .map((thing) => ({ thing, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
