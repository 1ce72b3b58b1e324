import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { globalStyles } from './global';
import { withMemoizedStyles } from './memoized-styles';
import { keyframes } from './motion';
import { layerStyles } from './notch';
import { buttonRecipe } from './recipes/button';
import { dialogRecipe } from './recipes/dialog';
import { inputRecipe } from './recipes/input';
import { menuRecipe } from './recipes/menu';
import { tabsRecipe } from './recipes/tabs';
import { textStyles } from './text-styles';
import { breakpoints, semanticTokens, tokens } from './tokens';

/** Chakra's engine with our tokens and only the recipes in use: nothing of its default look is shipped. */
export const system = withMemoizedStyles(
  createSystem(
    defaultBaseConfig,
    defineConfig({
      cssVarsPrefix: 'pax',
      cssVarsRoot: ':where(:root, :host)',
      preflight: false,
      // A rule that is added to a layer has the browser look at all fonts again, and lay out the whole page.
      disableLayers: true,
      globalCss: globalStyles,
      theme: {
        breakpoints,
        tokens,
        semanticTokens,
        keyframes,
        textStyles,
        layerStyles,
        recipes: { button: buttonRecipe, input: inputRecipe },
        slotRecipes: {
          dialog: dialogRecipe,
          menu: menuRecipe,
          tabs: tabsRecipe,
        },
      },
    }),
  ),
);
