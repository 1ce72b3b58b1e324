import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { UiProvider } from '../components/ui-provider';
import { startI18n } from '../i18n/i18n';

/** Renders with the theme and the mixed catalogue, as the app does, and waits for what happens on mounting. */
export async function renderUi(ui: ReactElement) {
  await startI18n('mix');
  const result = render(ui, { wrapper: UiProvider });
  await act(async () => {});
  return result;
}
