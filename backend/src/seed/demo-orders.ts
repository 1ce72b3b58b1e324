import type { OrderTransition } from '@pax/contracts';

/** A demo order, which the shop's own use cases buy and deliver. */
export interface DemoOrder {
  buyer: string;
  items: { product: string; quantity: number; customAmount?: number }[];
  /** Minutes since the order was paid. */
  minutesAgo: number;
  transitions: OrderTransition[];
  useStoreCredit?: boolean;
  /** True when the seed adds stock for this order, so that the product's stock stays the same. */
  restocked?: boolean;
}

const DAY = 24 * 60;

/** Earlier purchases, which gave the regular customers their tiers. */
const regulars: DemoOrder[] = (
  [
    ['finn', 'Starter Kit', 21],
    ['mara', 'Iron Kit', 45],
    ['oskar', 'Diamond Kit', 44],
    ['juno', 'Netherite Kit', 50],
  ] as const
).map(([buyer, product, quantity]) => ({
  buyer,
  items: [{ product, quantity }],
  minutesAgo: 60 * DAY,
  transitions: ['process', 'complete', 'archive'],
  restocked: true,
}));

export const DEMO_ORDERS: readonly DemoOrder[] = [
  ...regulars,
  {
    buyer: 'juno',
    items: [
      { product: 'Netherite Kit', quantity: 1 },
      { product: '250M Coins', quantity: 1 },
    ],
    minutesAgo: 9 * DAY,
    transitions: ['process', 'complete', 'archive'],
  },
  {
    buyer: 'mara',
    items: [{ product: 'Elytra', quantity: 3 }],
    minutesAgo: 6 * DAY,
    transitions: ['process', 'complete', 'archive'],
  },
  {
    buyer: 'oskar',
    items: [{ product: 'Castle Keep', quantity: 1 }],
    minutesAgo: 4 * DAY,
    transitions: ['process', 'complete'],
  },
  {
    buyer: 'pip',
    items: [
      { product: 'Diamond Kit', quantity: 1 },
      { product: 'Flight Rockets', quantity: 2 },
    ],
    minutesAgo: 2 * DAY,
    transitions: ['complete'],
  },
  {
    buyer: 'nova',
    items: [{ product: 'Starter Kit', quantity: 1 }],
    minutesAgo: 26 * 60,
    transitions: ['cancel'],
  },
  {
    buyer: 'mara',
    items: [{ product: 'Golden Apples', quantity: 2 }],
    minutesAgo: 5 * 60,
    transitions: ['process'],
  },
  {
    buyer: 'finn',
    items: [{ product: 'Custom Coins', quantity: 1, customAmount: 40 }],
    minutesAgo: 50,
    transitions: [],
    useStoreCredit: true,
  },
  {
    buyer: 'juno',
    items: [
      { product: 'Beacon Core', quantity: 1 },
      { product: 'Totem of Return', quantity: 2 },
    ],
    minutesAgo: 35,
    transitions: [],
  },
  { buyer: 'nova', items: [{ product: '25M Coins', quantity: 1 }], minutesAgo: 12, transitions: [] },
];
