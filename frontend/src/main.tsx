import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Page } from './components/page';
import { Scene } from './components/scene';
import { UiProvider } from './components/ui-provider';
import { startI18n } from './i18n/i18n';
import { followTheme } from './lib/theme-store';

followTheme();
await startI18n();

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <Page>
        <Scene scene="closed-shutter" sentence="The market opens soon." />
      </Page>
    </UiProvider>
  </StrictMode>,
);
