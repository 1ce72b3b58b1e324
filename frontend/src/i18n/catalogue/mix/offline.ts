/** The page without a connection, which shows goods and prices of the last visit. */
export const catalogue = {
  title: 'You are offline',
  text: 'The shop opens again as soon as there is a connection.',
  again: 'Try again',
  heading: 'Goods and prices when you were last online',
};
