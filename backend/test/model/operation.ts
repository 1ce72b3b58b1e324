import type { BuyerModel, PurchaseModel, ShopModel } from './shop-model.js';
import type { World } from './world.js';

/** The choices of fast-check for an operation. */
export interface Choice {
  /** Name of the operation; empty for any that fits a purchase. */
  kind: string;
  /** The buyer, or the owner of the purchase. */
  buyerIndex: number;
  /** Index among the fitting ones. */
  pick: number;
  /** Any other choice: an amount, an order, goods. */
  n: number;
  /** True if it runs twice at once, as by a double click. */
  twice: boolean;
}

/** The state that an operation found, and the answer of the shop. */
export interface Outcome {
  statuses: number[];
  code?: string | undefined;
  /** The purchase that was placed or returned again. */
  placed?: PurchaseModel;
  /** State of the purchase that was open before a new one was requested. */
  before?: string | undefined;
  /** The reward that was redeemed. */
  reward?: number;
}

export interface Target {
  buyerIndex: number;
  purchase: number;
  n: number;
}

export interface Context {
  model: ShopModel;
  buyer: BuyerModel;
  purchase: PurchaseModel;
  n: number;
}

/** An operation of one person. */
export interface Operation {
  /** Tells whether it can be tried with a purchase; operations without one get an empty purchase. */
  applies: (buyer: BuyerModel, purchase: PurchaseModel) => boolean;
  /** True if it concerns a purchase of its buyer. */
  isOfPurchase: boolean;
  /** True if running it twice at once is accepted twice. */
  isRepeatable?: boolean;
  perform: (world: World, target: Target, context: Context) => Promise<Outcome>;
  /** Applies it to the model. @returns false if the answer of the shop is impossible */
  apply: (context: Context, outcome: Outcome) => boolean;
}

export const isAccepted = ({ statuses }: Outcome): boolean =>
  statuses.some((status) => status >= 200 && status < 400);

export const answered = (...statuses: number[]): Outcome => ({ statuses });

/** An empty purchase for operations without one. */
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
