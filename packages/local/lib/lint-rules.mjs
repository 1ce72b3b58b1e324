/**
 * Two lint rules. A browser that translates a page replaces text nodes; React can then neither remove its own nor insert
 * anything before them. Numbers put together by hand have an English point on a German page.
 */
/** @typedef {{ type: string, [key: string]: any }} Node an ESTree node */

const LOOSE_TEXT =
  'Translators replace text nodes: put text that comes and goes beside others into an element.';

/** @param {Node} node */
const isDrawn = (node) =>
  !(node.type === 'JSXText' && node.value.trim() === '' && node.value.includes('\n')) &&
  !(node.type === 'JSXExpressionContainer' && node.expression.type === 'JSXEmptyExpression');

/** The values that an expression may have. @param {Node} node @returns {Node[]} */
function outcomes(node) {
  if (node.type === 'JSXExpressionContainer') return outcomes(node.expression);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(outcomes);
  if (node.type !== 'LogicalExpression') return [node];
  return node.operator === '&&' ? outcomes(node.right) : [node.left, node.right].flatMap(outcomes);
}

/** Tells whether a value may be drawn as a text node, as a name of unknown content may. @param {Node} value */
function isText({ type, value, name, callee }) {
  if (type === 'Literal') return value !== null && typeof value !== 'boolean' && value !== '';
  if (type === 'CallExpression') return callee.property?.name !== 'map';
  return type !== 'JSXElement' && type !== 'JSXFragment' && name !== 'undefined';
}

/** @param {Node} child */
const isConditional = ({ expression }) =>
  expression?.type === 'ConditionalExpression' || expression?.type === 'LogicalExpression';

/**
 * Text that comes and goes beside other nodes stands in an element of its own.
 * @param {{ report(problem: object): void }} context
 */
function createLooseText(context) {
  /** @param {Node} parent */
  const check = (parent) => {
    const children = parent.children.filter(isDrawn);
    if (children.length < 2) return;
    // A fragment has no element that would take its text away with it.
    let isLoose = parent.type === 'JSXFragment';
    for (const node of children) {
      isLoose ||= isConditional(node);
      if (isLoose && outcomes(node).some(isText)) context.report({ node, message: LOOSE_TEXT });
    }
  };
  return { JSXElement: check, JSXFragment: check };
}

const HAND_MADE = 'Numbers follow the language: use a formatter of the contracts’ numbers.ts.';
const BY_HAND = new Set(['toFixed', 'toLocaleString']);

/**
 * Amounts and counts that people read come from the contracts' formatters.
 * @param {{ report(problem: object): void }} context
 */
function createHandMade(context) {
  /** @param {Node} node */
  const report = (node) => context.report({ node, message: HAND_MADE });
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

export default {
  meta: { name: 'pax' },
  rules: { 'loose-text': { create: createLooseText }, 'hand-made-number': { create: createHandMade } },
};
