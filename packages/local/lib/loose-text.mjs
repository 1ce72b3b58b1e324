/**
 * A lint rule: text that comes and goes beside other nodes stands in an element of its own. A browser that translates a
 * page replaces text nodes; React can then neither remove its own nor insert anything before them.
 */

/** @typedef {{ type: string, [key: string]: any }} Node an ESTree node */

const MESSAGE = 'Translators replace text nodes: put text that comes and goes beside others into an element.';

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

/** @param {{ report(problem: object): void }} context */
function create(context) {
  /** @param {Node} parent */
  const check = (parent) => {
    const children = parent.children.filter(isDrawn);
    if (children.length < 2) return;
    // A fragment has no element that would take its text away with it.
    let isLoose = parent.type === 'JSXFragment';
    for (const node of children) {
      isLoose ||= isConditional(node);
      if (isLoose && outcomes(node).some(isText)) context.report({ node, message: MESSAGE });
    }
  };
  return { JSXElement: check, JSXFragment: check };
}

export default { meta: { name: 'pax' }, rules: { 'loose-text': { create } } };
