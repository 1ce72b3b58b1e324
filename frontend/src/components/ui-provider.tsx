import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { withPrerenderedGlobal } from '../theme/prerendered-global';
import { system } from '../theme/system';
import { Tips } from './overlay/tips';

const drawn = typeof document === 'undefined' ? system : withPrerenderedGlobal(system);

/** Gives everything below it the theme and its tooltips. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <ChakraProvider value={drawn}>
      {children}
      <Tips />
    </ChakraProvider>
  );
}
