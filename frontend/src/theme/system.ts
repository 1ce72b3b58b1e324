import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { globalStyles } from './global';
import { withMemoizedStyles } from './memoized-styles';
import { keyframes } from './motion';
import { layerStyles } from './recipes/notch';
import { prerenderedGlobal } from './prerendered-global';
import { buttonRecipe } from './recipes/button';
import { inputRecipe } from './recipes/input';
import { tabsRecipe } from './recipes/tabs';
import { textStyles } from './text-styles';
import { breakpoints, semanticTokens, tokens } from './tokens';

/** Chakra's engine with the shop's tokens and only the recipes of the first view. */
export const system = withMemoizedStyles(
  createSystem(
    defaultBaseConfig,
    defineConfig({
      cssVarsPrefix: 'pax',
      cssVarsRoot: ':where(:root, :host)',
      preflight: false,
      // No cascade layers: inserting into one makes browsers recompute fonts and layout of the page.
      disableLayers: true,
      // Computing them takes long, and the prerendered page has them.
      globalCss: prerenderedGlobal() === undefined ? globalStyles : {},
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
