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
  coins: '{{amount}} coins',
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
  blocked: 'Fix the marked lines before you check out.',
  notice: {
    empty: 'Cart is empty',
    emptyText: 'Add some items to your cart before checking out.',
    removed: 'Item Removed',
    removedText: '{{name}} has been removed from your cart.',
    cleared: 'Cart Cleared',
    clearedText: 'All items have been removed from your cart. Ready for fresh shopping!',
  },
};

export const german: readonly string[] = [];
