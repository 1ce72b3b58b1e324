import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react/styled-system';
import { css as ruleOf, type CSSObject } from '@emotion/react';
import { globalStyles, prerenderedGlobalStyleName } from './global-styles';
import { layerStyles } from './recipes/notch';
import { buttonRecipe } from './recipes/button';
import { inputRecipe } from './recipes/input';
import { tabsRecipe } from './recipes/tabs';
import { breakpoints, keyframes, semanticTokens, textStyles, tokens } from './tokens';

const isEmptyStyle = (styles: object | undefined): boolean => !styles || Object.keys(styles).length === 0;

function memoizeStyles<A extends object, R>(make: (of: A) => R): (of: A) => R {
  const made = new WeakMap<A, R>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

/**
 * Caches the results of recipes and style objects, which Chakra would compute on every render, half the work of a
 * first view.
 */
export function withMemoizedStyles(system: SystemContext): SystemContext {
  const engine = { css: system.css, cva: system.cva };
  const rule = memoizeStyles((styles: CSSObject) => ruleOf(styles));
  const alone = memoizeStyles((styles: Parameters<SystemContext['css']>[0] & object) =>
    rule(engine.css(styles)),
  );
  const computeCss: SystemContext['css'] = (...styles) => {
    const given = styles.filter((style) => !isEmptyStyle(style));
    if (given.length === 0) return engine.css();
    return given.length === 1 && given[0] ? alone(given[0]) : rule(engine.css(...styles));
  };
  const cva = memoizeStyles((recipe: Parameters<SystemContext['cva']>[0]) => engine.cva(recipe));
  return Object.assign(system, { css: computeCss, cva });
}

/** Chakra's style engine with the shop's tokens and only those recipes that the first view needs. */
export const system = withMemoizedStyles(
  createSystem(
    defaultBaseConfig,
    defineConfig({
      cssVarsPrefix: 'pax',
      cssVarsRoot: ':where(:root, :host)',
      preflight: false,
      // Cascade layers are off, because inserting a rule into one makes browsers recompute fonts and layout.
      disableLayers: true,
      // Global styles are left out on a prerendered page, which already contains them, because computing them is slow.
      globalCss: prerenderedGlobalStyleName() === undefined ? globalStyles : {},
      theme: {
        breakpoints,
        tokens,
        semanticTokens,
        keyframes,
        textStyles,
        layerStyles,
        recipes: { button: buttonRecipe, input: inputRecipe },
        slotRecipes: { tabs: tabsRecipe },
      },
    }),
  ),
);
