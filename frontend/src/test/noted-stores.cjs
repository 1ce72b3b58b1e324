/** The store library for a file of several specs: notes each store, so that `reset-page.cjs` can put all of them back. */
const react = require('zustand/react');

const stores = new Set();
const note = (store) => {
  stores.add(store);
  return store;
};
const create = (made) => (made ? note(react.create(made)) : (curried) => note(react.create(curried)));

module.exports = { ...require('zustand/vanilla'), ...react, create, stores };
