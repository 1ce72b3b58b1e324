import { describe, expect, it } from '@jest/globals';
import { act } from '@testing-library/react';
import { renderUi } from '../test/render';
import { markGermanKeys } from './german-keys';
import { i18n, preloadAreas } from './i18n';
import { useLanguage } from './language-store';
import { MessageText } from './message-text';

describe('language marks', () => {
  it('marks German text in the mixture, and only there (OWN-166)', async () => {
    markGermanKeys('common', ['stock']);
    const { container } = await renderUi(
      <>
        <MessageText k="stock.out">Ausverkauft</MessageText>
        <MessageText k="close">Close</MessageText>
      </>,
    );
    expect(container.querySelector('[lang=de]')?.textContent).toBe('Ausverkauft');
    expect(container.querySelectorAll('[lang]')).toHaveLength(1);
    await act(() => useLanguage.getState().setLanguage('de'));
    expect(container.querySelector('[lang]')).toBeNull();
    expect(document.documentElement.lang).toBe('de');
    expect(i18n.t('close')).toBe('Schließen');
  });

  it('counts as English in the mixture', async () => {
    await act(() => useLanguage.getState().setLanguage('mix'));
    await preloadAreas('shop');
    expect(i18n.t('shop:nav.cart', { count: 1 })).toBe('Cart, 1 piece');
    expect(document.documentElement.lang).toBe('en');
  });
});
