import { Inject, Injectable } from '@nestjs/common';
import {
  pointsFor,
  price,
  TIER_TABLE,
  toDecimal,
  VISITOR_TERMS,
  type CartItem,
  type Price,
  type PriceTerms,
  type Quote,
  type TierName,
} from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import type { Tx } from '../../infra/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { User } from '../accounts/user.entity.js';
import { CatalogQueries } from '../catalog/catalog.queries.js';
import { bonus, credit } from '../ledger/accounts.js';
import { balancesOf } from '../ledger/ledger.js';
import { mergeItems, resolveLines, type ResolvedLine } from './cart.js';

export interface Quoted {
  lines: ResolvedLine[];
  price: Price;
  quote: Quote;
}

export interface QuoteWish {
  items: readonly CartItem[];
  useStoreCredit?: boolean;
  rewardCode?: string;
}

/** Prices a cart from the shop's own data: the truth that every preview agrees with (OWN: only the server prices). */
@Injectable()
export class Quoting {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError PRODUCT_NOT_FOUND, VALIDATION */
  async quote(tx: Tx, userId: number | undefined, wish: QuoteWish): Promise<Quoted> {
    if (wish.rewardCode !== undefined) throw new ShopError('VALIDATION', 'This reward code is not valid.');
    const items = mergeItems(wish.items);
    const products = await this.catalog.byIds(
      tx,
      items.map((item) => item.id),
    );
    const lines = resolveLines(items, products, this.clock.now());
    const { terms, tier } = await termsOf(tx, userId, wish.useStoreCredit ?? false);
    const priced = price(lines, terms);
    return {
      lines,
      price: priced,
      quote: toQuote(lines, priced, terms, pointsFor(priced.total, tier, this.settings.points)),
    };
  }
}

async function termsOf(
  tx: Tx,
  userId: number | undefined,
  useStoreCredit: boolean,
): Promise<{ terms: PriceTerms; tier: TierName }> {
  const user = userId === undefined ? null : await tx.findOneBy(User, { id: userId });
  if (!user) return { terms: VISITOR_TERMS, tier: 'bronze' };
  const balances = await balancesOf(tx, [credit(user.id), bonus(user.id)]);
  const terms = {
    referred: user.referredByUserId !== null,
    tierPercent: TIER_TABLE[user.tier].discountPercent,
    rewardPercent: 0,
    useStoreCredit,
    creditCents: balances.get(credit(user.id)) ?? 0,
    bonusCents: balances.get(bonus(user.id)) ?? 0,
  };
  return { terms, tier: user.tier };
}

function toQuote(lines: readonly ResolvedLine[], priced: Price, terms: PriceTerms, points: number): Quote {
  return {
    lines: priced.lines.map((line, index) => ({
      id: line.productId,
      name: lines[index]?.source.name ?? '',
      quantity: line.quantity,
      customAmount: line.customAmount,
      unitPrice: toDecimal(line.unitCents),
      linePrice: toDecimal(line.lineCents),
      discount: toDecimal(line.discountCents),
    })),
    subtotal: toDecimal(priced.subtotal),
    discounts: {
      referral: toDecimal(priced.referralDiscount),
      tier: toDecimal(priced.tierDiscount),
      tierPercent: terms.tierPercent,
      reward: toDecimal(priced.rewardDiscount),
    },
    discountedTotal: toDecimal(priced.discountedTotal),
    storeCreditUsed: toDecimal(priced.creditUsed),
    referralBonusUsed: toDecimal(priced.bonusUsed),
    bonusUsable: priced.bonusUsable,
    total: toDecimal(priced.total),
    points,
  };
}
