import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { act, render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { Tooltips } from '../ui/components/overlay/tooltips';
import { UiProvider } from '../ui/components/ui-provider';
import { startI18n } from '../i18n/i18n';

/** Styles are kept out of the document: jsdom knows no width, and would hide what only wide screens show. */
const cache = createCache({ key: 'css', container: document.createElement('div') });

const Wrapper = ({ children }: { readonly children: ReactNode }) => (
  <CacheProvider value={cache}>
    <UiProvider>
      {children}
      <Tooltips />
    </UiProvider>
  </CacheProvider>
);

/** Renders with the theme and the mixed catalogue, as the app does, and waits for what happens on mounting. */
export async function renderUi(ui: ReactElement) {
  await startI18n('mix');
  const result = render(ui, { wrapper: Wrapper });
  await act(async () => {});
  return result;
}
