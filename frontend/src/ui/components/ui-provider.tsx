import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { withoutPrerenderedGlobalStyles } from '../theme/global-styles';
import { system } from '../theme/system';

const drawn = typeof document === 'undefined' ? system : withoutPrerenderedGlobalStyles(system);

/** Provides the theme to all components below it. */
export const UiProvider = ({ children }: { readonly children: ReactNode }) => (
  <ChakraProvider value={drawn}>{children}</ChakraProvider>
);
