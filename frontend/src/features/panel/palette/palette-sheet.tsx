import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { waitUntilIdle } from '../../../lib/browser/scheduling';
import { lazyComponent } from '../../../lib/lazy/lazy-component';
import { Button } from '../../../ui/components/base/button';
import { TopSheet } from '../../../ui/components/overlay/dialog';
import { usePanelLanguage } from '../shared/panel-language';
import { isAppleKeyboard, namePaletteKeys } from '../layout/shortcuts';
import { MODAL } from '../shared/use-key-bindings';
import type { PaletteProps } from './palette';

const Palette = lazyComponent(async () => (await import('./palette')).Palette);

const Words = chakra('span', { base: { srOnly: { base: true, lg: false } } });
const Keys = chakra('span', {
  base: { display: { base: 'none', lg: 'inline' }, color: 'muted', fontFamily: 'mono', fontSize: 'xs' },
});

/** Button of the header that opens the palette, and the palette's sheet, which Ctrl-K or ⌘K opens and closes. */
export function PaletteSheet(props: Omit<PaletteProps, 'onClose' | 'field'>) {
  const { t } = useTranslation('admin');
  const lang = usePanelLanguage();
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // On an Apple keyboard Ctrl-K deletes to the end of the line.
    const isHeld = event.metaKey || (event.ctrlKey && !isAppleKeyboard());
    if (event.key.toLowerCase() !== 'k' || !isHeld || event.altKey || event.shiftKey || event.isComposing)
      return;
    // Otherwise the browser would focus its own search.
    event.preventDefault();
    if (event.repeat) return;
    if (open) setOpen(false);
    else if (!document.querySelector(MODAL)) setOpen(true);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    void waitUntilIdle()
      .then(Palette.preload)
      .catch(() => undefined);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        kind="bare"
        icon="search"
        px={{ base: '3', lg: '4' }}
        aria-keyshortcuts={isAppleKeyboard() ? 'Meta+K' : 'Control+K Meta+K'}
        onClick={() => setOpen(true)}
      >
        <Words>{t('palette.open')}</Words>
        <Keys aria-hidden="true">{namePaletteKeys(t('keys.control'))}</Keys>
      </Button>
      <TopSheet
        open={open}
        onClose={() => setOpen(false)}
        initialFocus={field}
        title={<span lang={lang}>{t('palette.title')}</span>}
      >
        <chakra.div lang={lang} display="contents">
          <Palette {...props} field={field} onClose={() => setOpen(false)} />
        </chakra.div>
      </TopSheet>
    </>
  );
}
