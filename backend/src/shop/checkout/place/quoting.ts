import { Inject, Injectable } from '@nestjs/common';
import {
  computePoints,
  priceCart,
  REWARD_SHOP,
  describePiece,
  addLabelToName,
  TIER_TABLE,
  toQuote,
  VISITOR_TERMS,
  type CartItem,
  type HoldLimit,
  type PaymentMethod,
  type Price,
  type PriceTerms,
  type Quote,
  type TierName,
} from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/shop-error.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { sql } from '../../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { User } from '../../../people/accounts/user.entity.js';
import { CatalogQueries } from '../../catalog/catalog.queries.js';
import { bonusAccount, creditAccount, pointsAccount } from '../../../people/ledger/accounts.js';
import { readBalances } from '../../../people/ledger/ledger.js';
import { computeFrozen, canSeeEarlyProducts } from '../../../people/loyalty/frozen-rewards.js';
import { type Reward, findUsableReward } from '../../../people/loyalty/reward-code.js';
import { usesOwnReferralCode } from '../../../people/referrals/self-referral.js';
import { isBonusUsedForName } from '../../../people/referrals/apply-referral.js';
import { mergeItems, resolveLines, type ResolvedLine, readDemands } from './cart.js';
import { HoldLimits } from './hold-limits.js';
import { BuyerStandings, type BuyerStanding } from './buyer-standing.js';

export interface QuotedCart {
  lines: ResolvedLine[];
  price: Price;
  quote: Quote;
  /** True when the buyer was referred by a friend, so that a discount and a commission apply. */
  referred: boolean;
  /** The facts that decide the buyer's limits; undefined for a visitor. */
  standing: BuyerStanding | undefined;
  /** Hold limits that apply to the buyer now; returned with the quote, never stored. */
  limits: HoldLimit[];
}

/** The quote as an API answer, with the hold limits. */
export function quoteWithLimits({ quote, limits }: QuotedCart): Quote {
  return limits.length === 0 ? quote : { ...quote, limits };
}

/**
 * The account that requests a quote, and the caller's address. Without an address, as for demo data, no limits
 * apply.
 */
interface QuoteRequester {
  user: User;
  address?: string;
}

interface QuoteInput {
  items: readonly CartItem[];
  useStoreCredit?: boolean;
  rewardCode?: string;
  /** The payment method, if it has been chosen. */
  method?: PaymentMethod;
  /** Game name of the recipient, if it is known; else the name in the profile is used. */
  inGameName?: string;
  /** True if the cart would replace the buyer's open checkout, which then counts as ended unpaid. */
  replaces?: boolean;
}

/** Prices a cart from stored data only; the shop never charges any other price. */
@Injectable()
export class Quoting {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly standings: BuyerStandings,
    private readonly holds: HoldLimits,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Prices a cart.
   * @param asker undefined for a visitor, for whom no limits apply
   * @throws ShopError PRODUCT_NOT_FOUND, VALIDATION, UNAUTHENTICATED for a visitor's reward code, REWARD_CODE_… for
   * a buyer's
   */
  async quoteCart(tx: Tx, asker: QuoteRequester | undefined, input: QuoteInput): Promise<QuotedCart> {
    const now = this.clock.now();
    const user = asker?.user ?? null;
    const items = mergeItems(input.items);
    const ids = items.map((item) => item.id);
    const products = await this.catalog.readProductsByIds(tx, ids);
    const balances = user && (await readSpendableBalances(tx, user));
    const isEarly = await canSeeEarlyProducts(tx, user, now);
    const friend = user && (await readFriendRights(tx, user, input.inGameName ?? user.minecraftName));
    const standing =
      asker?.address === undefined
        ? undefined
        : await this.standings.readStanding(
            tx,
            asker.user.id,
            this.holds.hashAddress(asker.address),
            input.replaces ?? false,
          );
    const lines = resolveLines(items, products, now, isEarly);
    const byCrypto = input.method === 'crypto';
    const reward = await findReward(tx, user, input.rewardCode, now);
    const demands = standing && (await readDemands(tx, { ...standing, byCrypto }, lines));
    const rights = { reward, ...(friend ?? NO_FRIEND_RIGHTS) };
    const { terms, tier } = priceTermsFor(user, balances, rights, input.useStoreCredit ?? false);
    const priced = priceCart(lines, terms);
    // A cart with nothing to pay counts as not paid by crypto, because no payment method is needed.
    const holder = standing && { ...standing, byCrypto: byCrypto && priced.total > 0 };
    return {
      lines,
      price: priced,
      referred: terms.referred,
      standing,
      limits: holder && demands ? this.holds.findHoldLimits(holder, demands) : [],
      quote: {
        ...toQuote(
          lines.map(({ source }) => ({ name: addLabelToName(source), shown: describePiece(source) })),
          priced,
          terms,
          computePoints(priced.total, tier, this.settings.points),
        ),
        ...(rights.bonusTaken && { bonusUsable: false }),
        ...(reward && { reward: { id: reward.id, key: reward.key, name: REWARD_SHOP[reward.key].name } }),
      },
    };
  }
}

const spendableRow = z.object({ creditCents: z.number(), bonusCents: z.number() });
type Spendable = Pick<PriceTerms, 'creditCents' | 'bonusCents'>;

/**
 * Reads the free balances, plus what the account's open checkout holds, because that checkout is ended before the
 * next is placed.
 */
async function readSpendableBalances(tx: Tx, { id }: User): Promise<Spendable> {
  const balances = await readBalances(tx, [creditAccount(id), bonusAccount(id), pointsAccount(id)]);
  const own = await sql(tx).first(
    spendableRow,
    `SELECT credit_cents AS "creditCents", bonus_cents AS "bonusCents" FROM checkouts
      WHERE user_id = $1 AND state = 'open'`,
    [id],
  );
  const creditCents = (balances.get(creditAccount(id)) ?? 0) + (own?.creditCents ?? 0);
  const frozen = await computeFrozen(tx, [
    { userId: id, points: balances.get(pointsAccount(id)) ?? 0, creditCents },
  ]);
  return {
    creditCents: creditCents - (frozen.get(id)?.creditCents ?? 0),
    bonusCents: (balances.get(bonusAccount(id)) ?? 0) + (own?.bonusCents ?? 0),
  };
}

function priceTermsFor(
  user: User | null,
  balances: Spendable | null,
  rights: DiscountRights,
  useStoreCredit: boolean,
): { terms: PriceTerms; tier: TierName } {
  if (!user || !balances) return { terms: VISITOR_TERMS, tier: 'bronze' };
  return { terms: { ...priceTermsFromRights(user, rights, balances), useStoreCredit }, tier: user.tier };
}

/** Benefits of a friend's referral code: a discount on every purchase, and a bonus once per game name. */
interface FriendRights {
  referred: boolean;
  bonusTaken: boolean;
}

/** Discounts other than the tier's: a usable reward code, and the benefits of a friend's referral code. */
export interface DiscountRights extends FriendRights {
  reward: Reward | undefined;
}

const NO_FRIEND_RIGHTS: FriendRights = { referred: false, bonusTaken: false };

/** Reads the benefits of a friend's referral code for an account and a game name. */
export async function readFriendRights(
  manager: EntityManager,
  { id, referredByUserId }: User,
  gameName: string | null,
): Promise<FriendRights> {
  if (referredByUserId === null) return NO_FRIEND_RIGHTS;
  if (await usesOwnReferralCode(manager, id)) return { referred: false, bonusTaken: true };
  const isTaken = gameName !== null && (await isBonusUsedForName(manager, gameName, id));
  return { referred: true, bonusTaken: isTaken };
}

/** Computes the price terms of an account now, from its discounts and spendable balances. */
export function priceTermsFromRights(
  user: User,
  { reward, referred, bonusTaken }: DiscountRights,
  { creditCents, bonusCents }: Spendable,
): Omit<PriceTerms, 'useStoreCredit'> {
  return {
    referred,
    tierPercent: TIER_TABLE[user.tier].discountPercent,
    rewardPercent: percentOff(reward),
    creditCents,
    bonusCents: bonusTaken ? 0 : bonusCents,
  };
}

/** Finds the reward of a reward code, if a code is given. */
async function findReward(
  tx: Tx,
  user: User | null,
  code: string | undefined,
  now: Date,
): Promise<Reward | undefined> {
  if (code === undefined) return undefined;
  if (!user) throw new ShopError('UNAUTHENTICATED', 'Please sign in to use a reward code.');
  return findUsableReward(tx, user.id, code, now);
}

function percentOff(reward: Reward | undefined): number {
  const offer = reward && REWARD_SHOP[reward.key];
  return offer?.category === 'discount' ? offer.amount : 0;
}
