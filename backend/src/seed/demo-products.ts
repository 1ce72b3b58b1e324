import type { Category } from '@pax/contracts';

export interface DemoProduct {
  name: string;
  category: Category;
  art: string;
  description: string;
  /** Price in cents. */
  price: number;
  original?: number;
  amount?: string;
  /** Pieces on hand; coin products have none, because they share the coin pool. */
  stock?: number;
  coinValue?: number;
  isCustom?: boolean;
  isBestValue?: boolean;
  isLimited?: boolean;
  bulk?: { from: number; price: number };
}

const M = 1_000_000;

const coins: DemoProduct[] = [
  {
    name: '10M Coins',
    category: 'coins',
    art: 'coins-10m',
    amount: '10M',
    coinValue: 10 * M,
    price: 170,
    description: 'One crate. Enough for a first plot and a good breakfast.',
  },
  {
    name: '25M Coins',
    category: 'coins',
    art: 'coins-25m',
    amount: '25M',
    coinValue: 25 * M,
    price: 425,
    description: 'Two crates and change. The usual start into trading.',
  },
  {
    name: '50M Coins',
    category: 'coins',
    art: 'coins-50m',
    amount: '50M',
    coinValue: 50 * M,
    price: 850,
    description: 'A stack of crates for builders with plans.',
  },
  {
    name: '100M Coins',
    category: 'coins',
    art: 'coins-100m',
    amount: '100M',
    coinValue: 100 * M,
    price: 1_500,
    original: 1_700,
    isBestValue: true,
    description: 'The first bulk step: $0.15 for every million.',
  },
  {
    name: '250M Coins',
    category: 'coins',
    art: 'coins-250m',
    amount: '250M',
    coinValue: 250 * M,
    price: 3_250,
    original: 4_250,
    description: 'A whole wagon at the best rate: $0.13 for every million.',
  },
  {
    name: 'Custom Coins',
    category: 'coins',
    art: 'coins-custom',
    amount: 'Your amount',
    isCustom: true,
    price: 17,
    description: 'Any whole number of millions, weighed out for you.',
  },
];

const items: DemoProduct[] = [
  {
    name: 'Elytra',
    category: 'items',
    art: 'item-elytra',
    amount: '1 piece',
    price: 1_799,
    original: 1_999,
    stock: 24,
    isBestValue: true,
    bulk: { from: 3, price: 1_599 },
    description: 'Wings for the long way home. $15.99 each from three on.',
  },
  {
    name: 'Miner’s Pick',
    category: 'items',
    art: 'item-pickaxe',
    amount: '1 piece',
    price: 649,
    stock: 40,
    description: 'Efficiency V, Fortune III, Unbreaking III, Mending.',
  },
  {
    name: 'Duelist’s Blade',
    category: 'items',
    art: 'item-sword',
    amount: '1 piece',
    price: 599,
    stock: 32,
    description: 'Sharpness V, Looting III, Sweeping Edge III.',
  },
  {
    name: 'Storm Trident',
    category: 'items',
    art: 'item-trident',
    amount: '1 piece',
    price: 899,
    stock: 9,
    isLimited: true,
    description: 'Channeling and Loyalty III. It comes back, lightning included.',
  },
  {
    name: 'Totem of Return',
    category: 'items',
    art: 'item-totem',
    amount: '5 pieces',
    price: 750,
    stock: 60,
    description: 'Five second chances, wrapped in cloth.',
  },
  {
    name: 'Shell Box Set',
    category: 'items',
    art: 'item-shell-box',
    amount: '9 boxes',
    price: 525,
    stock: 28,
    description: 'Nine boxes that carry a base in a pocket.',
  },
  {
    name: 'Golden Apples',
    category: 'items',
    art: 'item-golden-apple',
    amount: '1 stack',
    price: 480,
    original: 600,
    stock: 18,
    description: 'Sixty-four reasons to stay in the fight.',
  },
  {
    name: 'Beacon Core',
    category: 'items',
    art: 'item-beacon',
    amount: '1 piece',
    price: 1_199,
    stock: 6,
    isLimited: true,
    description: 'A light that everyone on the server will see.',
  },
  {
    name: 'Flight Rockets',
    category: 'items',
    art: 'item-rockets',
    amount: '4 stacks',
    price: 320,
    stock: 120,
    description: 'Duration three, two hundred and fifty-six times.',
  },
  {
    name: 'Librarian’s Books',
    category: 'items',
    art: 'item-books',
    amount: '12 books',
    price: 990,
    stock: 14,
    description: 'Twelve enchantments picked for tools and armour.',
  },
  {
    name: 'Monster Spawner',
    category: 'items',
    art: 'item-spawner',
    amount: '1 piece',
    price: 1_450,
    stock: 3,
    isLimited: true,
    description: 'Placed where you ask for it. Bring torches.',
  },
];

const bases: DemoProduct[] = [
  {
    name: 'Starter Hut',
    category: 'bases',
    art: 'base-hut',
    amount: 'Plot 16×16',
    price: 990,
    stock: 5,
    description: 'Four walls, a bed, a chest and a lantern in the window.',
  },
  {
    name: 'Harvest Farm',
    category: 'bases',
    art: 'base-farm',
    amount: 'Plot 32×32',
    price: 1_990,
    stock: 3,
    description: 'Automatic wheat, melon and cane with a barn to store it.',
  },
  {
    name: 'Castle Keep',
    category: 'bases',
    art: 'base-castle',
    amount: 'Plot 64×64',
    price: 4_990,
    original: 5_990,
    stock: 1,
    isLimited: true,
    description: 'Towers, a gate that closes and a hall for your clan.',
  },
  {
    name: 'Sky Island',
    category: 'bases',
    art: 'base-sky-island',
    amount: 'Plot 48×48',
    price: 3_990,
    stock: 2,
    isLimited: true,
    description: 'High above the trees, with a waterfall for the way down.',
  },
  {
    name: 'Deep Bunker',
    category: 'bases',
    art: 'base-bunker',
    amount: 'Plot 24×24',
    price: 2_490,
    stock: 0,
    description: 'Behind an iron door, forty blocks under the grass.',
  },
];

const armor: DemoProduct[] = [
  {
    name: 'Starter Kit',
    category: 'armor',
    art: 'armor-starter-kit',
    amount: 'Full kit',
    price: 399,
    original: 499,
    stock: 80,
    description: 'Leather, stone tools, food and a map: out of the door in a minute.',
  },
  {
    name: 'Iron Kit',
    category: 'armor',
    art: 'armor-iron-kit',
    amount: 'Full kit',
    price: 699,
    stock: 45,
    description: 'Protection III all over and a shield that has seen worse.',
  },
  {
    name: 'Diamond Kit',
    category: 'armor',
    art: 'armor-diamond-kit',
    amount: 'Full kit',
    price: 1_499,
    original: 1_899,
    stock: 16,
    isBestValue: true,
    description: 'Protection IV, Mending, and tools to match.',
  },
  {
    name: 'Netherite Kit',
    category: 'armor',
    art: 'armor-netherite-kit',
    amount: 'Full kit',
    price: 2_999,
    stock: 8,
    isLimited: true,
    description: 'The heaviest armour there is. Lava is a bath.',
  },
  {
    name: 'PvP Kit',
    category: 'armor',
    art: 'armor-pvp-kit',
    amount: 'Full kit',
    price: 1_899,
    stock: 21,
    description: 'Blast and projectile protection, potions and pearls.',
  },
];

export const DEMO_PRODUCTS: readonly DemoProduct[] = [...coins, ...items, ...bases, ...armor];
/** Coins in the coin pool at the start. */
export const SEED_POOL = 750 * M;
