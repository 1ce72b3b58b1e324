import type { Category } from '@pax/contracts';

/** Customer review that the operator selected for the home page. */
export interface Review {
  /** Rating in stars, 1 to 5. */
  readonly rating: number;
  readonly text: string;
  /** Name and category of the reviewed product. */
  readonly about: string;
  readonly category: Category;
}

const reviews: readonly Review[] = [
  {
    rating: 5,
    text: 'Ordered 100M before a fight and had them in my hand before the fight was over.',
    about: '100M Coins',
    category: 'coins',
  },
  {
    rating: 5,
    text: 'The castle stands exactly where I asked for it. Even the lanterns were lit.',
    about: 'Castle Keep',
    category: 'bases',
  },
  {
    rating: 4,
    text: 'Kit was complete, delivery took about two hours. Would buy again.',
    about: 'Diamond Kit',
    category: 'armor',
  },
  {
    rating: 5,
    text: 'Asked on Discord which rockets to take, and they were in my chest half an hour later.',
    about: 'Flight Rockets',
    category: 'items',
  },
  {
    rating: 5,
    text: 'Prices are clear and there is nothing extra at the end. That is all I want.',
    about: '50M Coins',
    category: 'coins',
  },
  {
    rating: 4,
    text: 'Elytra works, rockets too. I only wish the trident were back in stock.',
    about: 'Elytra',
    category: 'items',
  },
  {
    rating: 5,
    text: 'My brother used my code and we both came out ahead.',
    about: 'Starter Kit',
    category: 'armor',
  },
  {
    rating: 5,
    text: 'Three clicks on the phone between two rounds. It could not be easier.',
    about: '25M Coins',
    category: 'coins',
  },
  {
    rating: 3,
    text: 'Good goods. The hut came the next morning, a little later than I had hoped.',
    about: 'Starter Hut',
    category: 'bases',
  },
  {
    rating: 5,
    text: 'Watching the coin pool fill up again in the evening is half the fun.',
    about: 'Custom Coins',
    category: 'coins',
  },
];

/** Texts and numbers that the operator wrote; the page never shows them as verified. */
export const homeContent = {
  /** Number shown as "Active players". */
  activePlayers: '200k+',
  reviews,
} as const;
