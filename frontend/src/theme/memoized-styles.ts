import type { SystemContext } from '@chakra-ui/react/styled-system';
import { css as ruleOf, type CSSObject } from '@emotion/react';

const isEmpty = (styles: object | undefined): boolean => !styles || Object.keys(styles).length === 0;

function once<A extends object, R>(make: (of: A) => R): (of: A) => R {
  const made = new WeakMap<A, R>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

/**
 * Chakra recomputes each recipe and style object on every render, half of a first view's work; both are
 * constant, so their results are memoized.
 */
export function withMemoizedStyles(system: SystemContext): SystemContext {
  const engine = { css: system.css, cva: system.cva };
  const rule = once((styles: CSSObject) => ruleOf(styles));
  const alone = once((styles: Parameters<SystemContext['css']>[0] & object) => rule(engine.css(styles)));
  const css: SystemContext['css'] = (...styles) => {
    const given = styles.filter((style) => !isEmpty(style));
    if (given.length === 0) return engine.css();
    return given.length === 1 && given[0] ? alone(given[0]) : rule(engine.css(...styles));
  };
  const cva = once((recipe: Parameters<SystemContext['cva']>[0]) => engine.cva(recipe));
  return Object.assign(system, { css, cva });
}
