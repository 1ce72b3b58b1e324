import { User } from './people/accounts/user.entity.js';
import { Product } from './shop/catalog/product.entity.js';
import { Checkout, CheckoutLine } from './shop/checkout/checkout.entity.js';
import { Reward } from './people/loyalty/reward-code.js';
import { Order } from './shop/orders/order.entity.js';
import { Dispute, Payment, Refund, UnbookedRefund } from './shop/payments/payment.entity.js';
import { Ticket } from './support/tickets/ticket.entity.js';

/** All database entities of the shop; a spec compares them with the migrations. */
export const ENTITIES = [
  User,
  Product,
  Checkout,
  CheckoutLine,
  Reward,
  Order,
  Payment,
  Refund,
  UnbookedRefund,
  Dispute,
  Ticket,
];
