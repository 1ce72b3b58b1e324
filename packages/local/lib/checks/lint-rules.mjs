/**
 * Two lint rules. `loose-text`: a browser that translates a page replaces text nodes, which React then cannot remove
 * or insert before. `hand-made-number`: numbers formatted by hand have an English decimal point on a German page.
 */
/** @typedef {{ type: string, [key: string]: any }} Node an ESTree node */

const LOOSE_TEXT =
  'Translators replace text nodes: put text that comes and goes beside others into an element.';

/** @param {Node} node */
const isRendered = (node) =>
  !(node.type === 'JSXText' && node.value.trim() === '' && node.value.includes('\n')) &&
  !(node.type === 'JSXExpressionContainer' && node.expression.type === 'JSXEmptyExpression');

/** The values that an expression may have. @param {Node} node @returns {Node[]} */
function possibleValues(node) {
  if (node.type === 'JSXExpressionContainer') return possibleValues(node.expression);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(possibleValues);
  if (node.type !== 'LogicalExpression') return [node];
  return node.operator === '&&'
    ? possibleValues(node.right)
    : [node.left, node.right].flatMap(possibleValues);
}

/** True when a value may be rendered as a text node; a variable may. @param {Node} value */
function mayBeText({ type, value, name, callee }) {
  if (type === 'Literal') return value !== null && typeof value !== 'boolean' && value !== '';
  if (type === 'CallExpression') return callee.property?.name !== 'map';
  return type !== 'JSXElement' && type !== 'JSXFragment' && name !== 'undefined';
}

/** @param {Node} child */
const isConditional = ({ expression }) =>
  expression?.type === 'ConditionalExpression' || expression?.type === 'LogicalExpression';

/**
 * Requires that text that comes and goes beside other nodes has an element of its own.
 * @param {{ report(problem: object): void }} context
 */
function createLooseText(context) {
  /** @param {Node} parent */
  const check = (parent) => {
    const children = parent.children.filter(isRendered);
    if (children.length < 2) return;
    // A fragment has no element whose removal would remove its text.
    let isLoose = parent.type === 'JSXFragment';
    for (const node of children) {
      isLoose ||= isConditional(node);
      if (isLoose && possibleValues(node).some(mayBeText)) context.report({ node, message: LOOSE_TEXT });
    }
  };
  return { JSXElement: check, JSXFragment: check };
}

const HAND_MADE_NUMBER = 'Numbers follow the language: use a formatter of the contracts’ numbers.ts.';
const NUMBER_FORMATTERS = new Set(['toFixed', 'toLocaleString']);

/**
 * Requires the contracts' formatters for amounts and counts that people read.
 * @param {{ report(problem: object): void }} context
 */
function createHandMadeNumber(context) {
  /** @param {Node} node */
  const report = (node) => context.report({ node, message: HAND_MADE_NUMBER });
  return {
    /** @param {Node} node */
    CallExpression(node) {
      if (NUMBER_FORMATTERS.has(node.callee.property?.name)) report(node);
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
  rules: { 'loose-text': { create: createLooseText }, 'hand-made-number': { create: createHandMadeNumber } },
};
