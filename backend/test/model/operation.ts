import type { BuyerModel, PurchaseModel, ShopModel } from './shop-model.js';
import type { World } from './world.js';

/** What fast-check chooses of an operation. */
export interface Choice {
  /** What concerns no purchase by its name; empty for anything that fits one. */
  kind: string;
  /** Whose it is, or whose purchase. */
  lane: number;
  /** Which of what fits. */
  pick: number;
  /** Everything else: an amount, an order, goods. */
  n: number;
  /** Carried out twice at once, as by a double click. */
  twice: boolean;
}

/** What an operation found and what the shop answered. */
export interface Outcome {
  statuses: number[];
  code?: string | undefined;
  /** The purchase that was placed, or answered again. */
  placed?: PurchaseModel;
  /** State of the purchase that was open before, where a new one was asked for. */
  before?: string | undefined;
  /** The reward that was redeemed. */
  reward?: number;
}

export interface Target {
  lane: number;
  purchase: number;
  n: number;
}

export interface Context {
  model: ShopModel;
  buyer: BuyerModel;
  purchase: PurchaseModel;
  n: number;
}

/** One thing that somebody does. */
export interface Operation {
  /** Whether it may be tried with a purchase; what concerns none is asked with an empty one. */
  applies: (buyer: BuyerModel, purchase: PurchaseModel) => boolean;
  /** Whether it concerns a purchase of its buyer. */
  isOfPurchase: boolean;
  /** Whether twice at once is twice accepted. */
  isRepeatable?: boolean;
  perform: (world: World, target: Target, context: Context) => Promise<Outcome>;
  /** Carries it out in the model. @returns false when the shop can't have answered so */
  apply: (context: Context, outcome: Outcome) => boolean;
}

export const isAccepted = ({ statuses }: Outcome): boolean =>
  statuses.some((status) => status >= 200 && status < 400);

export const answered = (...statuses: number[]): Outcome => ({ statuses });

/** Nothing, for what concerns no purchase. */
export const NO_PURCHASE: PurchaseModel = {
  ref: '',
  method: 'none',
  state: 'open',
  total: 0,
  credit: 0,
  lines: [],
  reward: undefined,
  orders: [],
  atProvider: 0,
  isPaid: false,
  wasDisputed: false,
  withdrawn: false,
  letGo: false,
};
