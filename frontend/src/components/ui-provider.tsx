import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { withDrawnGlobal } from '../theme/drawn-global';
import { system } from '../theme/system';

const drawn = typeof document === 'undefined' ? system : withDrawnGlobal(system);

/** Gives everything below it the theme. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={drawn}>{children}</ChakraProvider>;
}
