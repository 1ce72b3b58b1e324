/** The page without a connection, which shows the goods that were seen last. */
export const catalogue = {
  title: 'You are offline',
  text: 'The shop opens again as soon as there is a connection.',
  again: 'Try again',
  heading: 'What you saw last',
};
