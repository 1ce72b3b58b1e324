import { User } from './modules/accounts/user.entity.js';
import { Product } from './modules/catalog/product.entity.js';
import { Checkout, CheckoutLine } from './modules/checkout/checkout.entity.js';
import { Reward } from './modules/loyalty/reward.entity.js';
import { Order } from './modules/orders/order.entity.js';
import { Dispute } from './modules/payments/disputes/dispute.entity.js';
import { Payment, Refund } from './modules/payments/payment.entity.js';
import { Ticket } from './modules/support/ticket.entity.js';

/** Every entity of the shop; a spec compares them with the migrations. */
export const ENTITIES = [
  User,
  Product,
  Checkout,
  CheckoutLine,
  Reward,
  Order,
  Payment,
  Refund,
  Dispute,
  Ticket,
];
