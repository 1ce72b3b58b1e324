/** Finds constants for periods and limits in the text of a source, and changes one of them. */
import { parseAst } from 'rolldown/parseAst';

/**
 * @typedef {object} Constant a number that decides when or how often something happens
 * @property {string} name the constant's, followed by the property's for one of several: `PER_ACCOUNT.points`; the
 *   second of the same name in a file ends in 2
 * @property {number} start index at which its value begins in the text
 * @property {number} end index at which it ends
 */
/** @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node */
/** @typedef {(name: string, node: Node) => void} Add */

const CONSTANT_NAME = /^[A-Z][A-Z0-9_]+$/;
/**
 * Names of units: a constant equal to a unit is a number of its own; one equal to another constant is the same number.
 */
const UNIT = /^(QUARTER_)?(HOUR|DAY)_MS$/;
const INTERVAL = /^(`?)interval '[^']+'\1$/;
/** Types of syntax nodes that only wrap a value. */
const WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']);

/**
 * Finds the constants of a module: upper-case names with a number, an SQL interval, an object of numbers or a list of
 * times; numbers written inside a limit, and defaults of settings.
 * @param {string} text TypeScript or JavaScript
 * @param {'ts' | 'tsx' | 'js'} lang
 * @returns {Constant[]}
 */
export function findConstants(text, lang) {
  /** @type {Constant[]} */
  const found = [];
  /** @type {Add} */
  const add = (name, { start, end }) => {
    if (found.some((one) => one.start === start)) return;
    const same = found.filter((one) => one.name.replace(/ \d+$/, '') === name).length;
    found.push({ name: same === 0 ? name : `${name} ${same + 1}`, start, end });
  };
  walk(parseAst(text, { lang }), (node) => {
    if (node.type === 'VariableDeclarator') {
      const name = isNode(node['id']) ? String(node['id']['name']) : '';
      if (CONSTANT_NAME.test(name) && isNode(node['init']))
        addConstant(name, unwrap(node['init']), text, add);
    }
    if (node.type !== 'ObjectExpression') return;
    addLimit(propertiesOf(node), add);
    addDefaults(propertiesOf(node), add);
  });
  return found;
}

/** @param {string} path of a source @returns {'ts' | 'tsx' | 'js'} */
export function sourceLanguage(path) {
  if (path.endsWith('.tsx')) return 'tsx';
  return path.endsWith('.ts') ? 'ts' : 'js';
}

/**
 * Multiplies one constant in a text; an integer changes by at least 1.
 * @param {string} text
 * @param {Constant} constant
 * @param {number} factor
 */
export function scaleConstant(text, { start, end }, factor) {
  const value = text.slice(start, end);
  const least = factor < 1 ? -1 : 1;
  const changed = INTERVAL.test(value)
    ? value.replace(/'([^']+)'/, (_, period) => `'${period}' * ${factor}`)
    : `((n) => Number.isInteger(n) ? n + ${least} * Math.max(1, Math.round(Math.abs(n * ${factor} - n))) : n * ${factor})(${value})`;
  return `${text.slice(0, start)}${changed}${text.slice(end)}`;
}

/** @param {string} name @param {Node} value @param {string} text @param {Add} add */
function addConstant(name, value, text, add) {
  if (isNumeric(value) || INTERVAL.test(text.slice(value.start, value.end))) add(name, value);
  if (value.type === 'CallExpression')
    for (const argument of nodesIn(value['arguments'])) if (isNumeric(argument)) add(name, argument);
  if (value.type === 'ArrayExpression' && name.endsWith('_MS'))
    for (const [n, element] of nodesIn(value['elements']).entries())
      if (isNumeric(element)) add(`${name}.${n}`, element);
  if (value.type === 'ObjectExpression')
    for (const [key, property] of propertiesOf(value))
      if (isNumeric(property)) add(`${name}.${key}`, property);
}

/** @param {[string, Node][]} properties of an object @param {Add} add */
function addLimit(properties, add) {
  const name = properties.find(([key]) => key === 'name')?.[1];
  for (const [key, value] of properties) {
    if (!isNumeric(value)) continue;
    if (key === 'bodyLimit') add(key, value);
    if (name?.type === 'Literal' && (key === 'points' || key === 'windowMs'))
      add(`${String(name['value'])}.${key}`, value);
  }
}

/**
 * Adds the default numbers of settings to the found constants.
 * @param {[string, Node][]} properties
 * @param {Add} add
 */
function addDefaults(properties, add) {
  for (const [key, { type, callee, arguments: given }] of properties) {
    if (type !== 'CallExpression' || !CONSTANT_NAME.test(key)) continue;
    const isDefault =
      isNode(callee) && isNode(callee['property']) && callee['property']['name'] === 'default';
    const [value] = nodesIn(given);
    if (isDefault && value && isNumeric(value)) add(key, value);
  }
}

/** @param {Node} object @returns {[string, Node][]} */
function propertiesOf(object) {
  return nodesIn(object['properties']).flatMap(({ key, value }) =>
    isNode(key) && isNode(value) ? [[String(key['name']), unwrap(value)]] : [],
  );
}

/** @param {Node} node @returns {Node} the value inside `as const` and other wrappers */
function unwrap(node) {
  const inner = node['expression'];
  return WRAPPERS.has(node.type) && isNode(inner) ? unwrap(inner) : node;
}

/** @param {unknown} node a number, a unit, or arithmetic of numbers and constants @returns {boolean} */
function isNumeric(node) {
  if (!isNode(node)) return false;
  if (node.type === 'Literal') return typeof node['value'] === 'number';
  if (node.type === 'Identifier') return UNIT.test(String(node['name']));
  return node.type === 'BinaryExpression' && isOperand(node['left']) && isOperand(node['right']);
}

/** @param {unknown} node @returns {boolean} */
function isOperand(node) {
  return isNumeric(node) || (isNode(node) && CONSTANT_NAME.test(String(node['name'])));
}

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** @param {unknown} list @returns {Node[]} */
function nodesIn(list) {
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** @param {unknown} part of a syntax tree @param {(node: Node) => void} visit */
function walk(part, visit) {
  if (Array.isArray(part)) for (const one of part) walk(one, visit);
  if (!isNode(part)) return;
  visit(part);
  for (const value of Object.values(part)) walk(value, visit);
}
