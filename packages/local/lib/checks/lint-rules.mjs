/**
 * Lint rules of this project; `.oxlintrc.json` says in which files. `loose-text`: a browser that translates a page
 * replaces text nodes, which React then cannot remove or insert before. `hand-made-number`: numbers formatted by hand
 * have an English decimal point on a German page. The messages of the others say it all.
 */
/** @typedef {{ type: string, [key: string]: any }} Node an ESTree node */
/** @typedef {{ report(problem: object): void, sourceCode: { text: string } }} Context */

const LOOSE_TEXT =
  'Translators replace text nodes: put text that comes and goes beside others into an element.';

/** @param {Node} node */
const isRendered = (node) =>
  !(node.type === 'JSXText' && node.value.trim() === '' && node.value.includes('\n')) &&
  !(node.type === 'JSXExpressionContainer' && node.expression.type === 'JSXEmptyExpression');

/** Lists the values that an expression may have. @param {Node} node @returns {Node[]} */
function possibleValues(node) {
  if (node.type === 'JSXExpressionContainer') return possibleValues(node.expression);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(possibleValues);
  if (node.type !== 'LogicalExpression') return [node];
  return node.operator === '&&'
    ? possibleValues(node.right)
    : [node.left, node.right].flatMap(possibleValues);
}

/** True when a value may be rendered as a text node, as a variable may. @param {Node} value */
function mayBeText({ type, value, name, callee }) {
  if (type === 'Literal') return value !== null && typeof value !== 'boolean' && value !== '';
  if (type === 'CallExpression') return callee.property?.name !== 'map';
  return type !== 'JSXElement' && type !== 'JSXFragment' && name !== 'undefined';
}

/** @param {Node} child */
const isConditional = ({ expression }) =>
  expression?.type === 'ConditionalExpression' || expression?.type === 'LogicalExpression';

/**
 * Lint rule: text that appears and disappears beside other nodes needs an element of its own, since translated pages
 * would break.
 * @param {Context} context
 */
function createLooseText(context) {
  /** @param {Node} parent */
  const check = (parent) => {
    const children = parent.children.filter(isRendered);
    if (children.length < 2) return;
    // A fragment does not help, since it renders no element whose removal would remove its text.
    let isLoose = parent.type === 'JSXFragment';
    for (const node of children) {
      isLoose ||= isConditional(node);
      if (isLoose && possibleValues(node).some(mayBeText)) context.report({ node, message: LOOSE_TEXT });
    }
  };
  return { JSXElement: check, JSXFragment: check };
}

/**
 * Creates a lint rule that reports syntax nodes.
 * @param {string} message
 * @param {Record<string, (node: Node) => boolean | undefined>} isWrong by the node's type
 */
const forbidNodes = (message, isWrong) => ({
  /** @param {Context} context */
  create: (context) =>
    Object.fromEntries(
      Object.entries(isWrong).map(([type, test]) => [
        type,
        (/** @type {Node} */ node) => test(node) && context.report({ node, message }),
      ]),
    ),
});

/**
 * Creates a lint rule that reports lines of a file.
 * @param {string} message
 * @param {(lines: string[]) => number[]} findWrong returns their indexes
 */
const forbidLines = (message, findWrong) => ({
  /** @param {Context} context */
  create: (context) => ({
    Program() {
      for (const at of findWrong(context.sourceCode.text.split('\n')))
        context.report({ loc: { line: at + 1, column: 0 }, message });
    },
  }),
});

const NUMBER_FORMATTERS = new Set(['toFixed', 'toLocaleString']);

/** True for a template string with a dollar sign before or after a value. @param {Node} template */
const isDollarAmount = ({ quasis, expressions }) =>
  quasis.some(
    (/** @type {Node} */ { value }, /** @type {number} */ place) =>
      (value.cooked.endsWith('$') && place < expressions.length) ||
      (/^[\s\u00a0]\$/.test(value.cooked) && place > 0),
  );

const WORD = /\p{L}{2,}/u;
const SAID_ATTRIBUTES = new Set(['aria-label', 'alt', 'placeholder', 'title', 'label', 'heading']);
/** Texts that are not translated: the shop's name, and the name of a form field that only robots see. */
const UNTRANSLATED = new Set(['Pax Market', 'Website']);

const MAX_HAIRLINE_PX = 3;
const SPACE = /^(gap|rowGap|columnGap|padding\w*|p[xytrblse]?)$/;
/** Animations that may last longer, because they repeat, show a changing amount, or end a celebration. */
const SLOW = /infinite|glow|^transform 500ms|^opacity 1200ms/;
const MOVED = new Set([
  'none',
  'opacity',
  'transform',
  'translate',
  'color',
  'background-color',
  'border-color',
]);

/**
 * Lists the values of a style property, including those that apply at certain widths.
 * @param {Node} property
 * @returns {string[]}
 */
const stylesOf = ({ value }) => {
  if (value?.type === 'ObjectExpression') return value.properties.flatMap(stylesOf);
  return typeof value?.value === 'string' ? [value.value] : [];
};

/** True when an animation or transition takes less than 100 ms or more than 200 ms. @param {string} style */
const isBadlyTimed = (style) =>
  [...style.matchAll(/(?<![\w.])([\d.]+)(ms|s)\b/g)]
    .map(([, amount, unit]) => Number(amount) * (unit === 's' ? 1000 : 1))
    .some((ms) => ms < 100 || ms > 200);

/** True when a transition animates more than positions, opacity and colours. @param {string} style */
const isMoving = (style) =>
  style
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .some((part) => !MOVED.has(part.trim().split(' ', 1)[0] ?? ''));

const MAX_COMMENT_LINES = 2;
/** Matches a comment line that contains words; tags of a docstring are not counted. */
const COMMENT_WORDS = /^(?:\/\/|\/\*\*?\s+(?!@)\S|\*(?!\/)\s+(?!@)\S)/;
const OPENING = /^\/\*\*?$/;

/** Finds comments with too many lines; the comment at the head of a file may be longer. @param {string[]} text */
function findLongComments(text) {
  const lines = text.map((line) => line.trim());
  /** @type {number[]} */
  const found = [];
  let from = 0;
  lines.forEach((line, place) => {
    if (COMMENT_WORDS.test(line)) return;
    const length = lines.slice(from, place).filter((one) => COMMENT_WORDS.test(one)).length;
    const isHead = lines
      .slice(0, from)
      .every((one) => one === '' || one.startsWith('#!') || OPENING.test(one));
    if (length > MAX_COMMENT_LINES && !isHead) found.push(from);
    if (!OPENING.test(line)) from = place + 1;
  });
  return found;
}

export default {
  meta: { name: 'pax' },
  rules: {
    'loose-text': { create: createLooseText },
    'hand-made-number': forbidNodes(
      'Numbers follow the language: use a formatter of the contracts’ number-formats.ts.',
      {
        CallExpression: ({ callee }) => NUMBER_FORMATTERS.has(callee.property?.name),
        NewExpression: ({ callee }) => callee.property?.name === 'NumberFormat',
        TemplateLiteral: isDollarAmount,
      },
    ),
    'own-words': forbidNodes('Words on the screen come from a catalogue: use t().', {
      JSXText: ({ value }) => WORD.test(value) && !UNTRANSLATED.has(value.trim()),
      JSXAttribute: ({ name, value }) =>
        SAID_ATTRIBUTES.has(name.name) && value?.type === 'Literal' && WORD.test(value.value),
    }),
    'call-path': forbidNodes('Addresses of calls are in their definitions only: take its `path`.', {
      Literal: ({ value }) => /^\/api\/|^api$/.test(value),
      TemplateLiteral: ({ quasis }) => /^\/api\/|^api$/.test(quasis[0].value.cooked),
    }),
    'raw-query': forbidNodes('Raw queries are below platform/database only: use its functions.', {
      CallExpression: ({ callee }) => callee.property?.name === 'query',
    }),
    'space-scale': forbidNodes(
      `Space is of the scale: only hairlines up to ${MAX_HAIRLINE_PX} px are beside it.`,
      {
        Property: (property) =>
          SPACE.test(property.key.name) &&
          stylesOf(property).some(
            (style) => /^\d+px$/.test(style) && Number.parseInt(style) > MAX_HAIRLINE_PX,
          ),
      },
    ),
    'type-scale': forbidNodes('Sizes of type are those of the theme: take its name.', {
      Property: ({ key, value }) => key.name === 'fontSize' && /^[\d.]+(px|rem|em)$/.test(value.value),
    }),
    motion: forbidNodes('Motion takes 100 to 200 ms; transitions move positions, opacity and colours.', {
      Property: (property) =>
        /^(animation|transition)$/.test(property.key.name) &&
        stylesOf(property).some(
          (style) =>
            (!SLOW.test(style) && isBadlyTimed(style)) ||
            (property.key.name === 'transition' && isMoving(style)),
        ),
    }),
    'provider-name': forbidLines('The checkout knows no provider: ask the interface of payments.', (lines) =>
      lines.flatMap((line, at) => (/stripe|paypal/i.test(line) ? [at] : [])),
    ),
    'short-comment': forbidLines(
      `Comments have at most ${MAX_COMMENT_LINES} lines, but for the one at the head of a file: shorten it.`,
      findLongComments,
    ),
  },
};
