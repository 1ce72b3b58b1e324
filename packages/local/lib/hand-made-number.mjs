/**
 * A lint rule: amounts and counts that people read come from the contracts' formatters, which know the language. Put
 * together by hand they have an English point on a German page.
 */

/** @typedef {{ type: string, [key: string]: any }} Node an ESTree node */

const MESSAGE = 'Numbers follow the language: use a formatter of the contracts’ numbers.ts.';
const BY_HAND = new Set(['toFixed', 'toLocaleString']);

/** @param {{ report(problem: object): void }} context */
function create(context) {
  /** @param {Node} node */
  const report = (node) => context.report({ node, message: MESSAGE });
  return {
    /** @param {Node} node */
    CallExpression(node) {
      if (BY_HAND.has(node.callee.property?.name)) report(node);
    },
    /** @param {Node} node */
    NewExpression(node) {
      if (node.callee.property?.name === 'NumberFormat') report(node);
    },
    /** @param {Node} node */
    TemplateLiteral(node) {
      const isDollar = node.quasis.some(
        (/** @type {Node} */ { value }, /** @type {number} */ place) =>
          (value.cooked.endsWith('$') && place < node.expressions.length) ||
          (/^[\s\u00a0]\$/.test(value.cooked) && place > 0),
      );
      if (isDollar) report(node);
    },
  };
}

export default { meta: { name: 'numbers' }, rules: { 'hand-made': { create } } };
