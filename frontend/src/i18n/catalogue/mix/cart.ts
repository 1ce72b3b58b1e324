/** The cart's panel and its notices. */
export const catalogue = {
  title: 'Your cart',
  description: 'What you are about to buy',
  empty: 'Your cart is empty',
  emptyText: 'Pick something from the stalls and it waits for you here.',
  browse: 'Back to the stalls',
  total: 'Total',
  checkout: 'Checkout Now',
  clear: 'Clear Cart',
  quantityOf: 'Quantity of {{name}}',
  removeNamed: 'Remove {{name}}',
  savings: 'You save {{amount}}',
  taxes: 'Discounts and store credit are counted at checkout.',
  trouble: {
    gone: 'No longer sold. Remove it to go on.',
    soldOut: 'Sold out while it was in your cart.',
    short_one: 'Only {{count}} left.',
    short_other: 'Only {{count}} left.',
    shortCoins: 'Only {{amount}} left in the pool.',
    take: 'Take {{amount}}',
  },
  /** The own open checkout has what is sold out for everybody else. */
  held: 'Your open checkout holds this for you.',
  blocked: 'Look at the marked lines first: as they are they can’t be bought.',
  priceChanged: 'Now {{now}} each, was {{before}}.',
  priceSeen: 'OK',
  watch: {
    soldOut: 'Sold out in your cart',
    gone: 'No longer sold',
    changed: 'Your cart has changed',
    one: '{{name}}: open the cart to see what changed.',
    several_one: '{{name}} and {{count}} more: open the cart to see what changed.',
    several_other: '{{name}} and {{count}} more: open the cart to see what changed.',
  },
  notice: {
    paid: 'Payment received',
    paidText: 'What you paid for is out of your cart.',
    empty: 'Cart is empty',
    emptyText: 'Add some items to your cart before checking out.',
    removed: 'Item Removed',
    removedText: '{{name}} has been removed from your cart.',
    cleared: 'Cart Cleared',
    clearedText: 'All items have been removed from your cart. Ready for fresh shopping!',
  },
};

export const german: readonly string[] = [];
