import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster } from '../ui/components/feedback/toaster';
import { Tips } from '../ui/components/overlay/tips';
import { UiProvider } from '../ui/components/ui-provider';
import { startI18n } from '../i18n/i18n';
import { followTheme } from '../lib/storage/theme-store';
import { Gallery } from './gallery';

async function show(): Promise<void> {
  followTheme();
  await startI18n();
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <Tips />
        <Gallery />
        <Toaster />
      </UiProvider>
    </StrictMode>,
  );
}

void show();
