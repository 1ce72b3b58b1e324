import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useNavigate, type NavigateOptions } from 'react-router-dom';
import { useMarketView } from './use-market-view';

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <MemoryRouter initialEntries={['/?category=items&q=wings']}>{children}</MemoryRouter>
);

/** The market's view, and the router's way to go elsewhere. */
function open() {
  const { result } = renderHook(() => ({ view: useMarketView(), leave: useNavigate() }), { wrapper });
  return {
    view: () => result.current.view,
    go: (change: Parameters<ReturnType<typeof useMarketView>['setView']>[0]) =>
      act(() => result.current.view.setView(change)),
    leave: (to: string, how?: NavigateOptions) => act(() => void result.current.leave(to, how)),
    back: () => act(() => void result.current.leave(-1)),
  };
}

describe('where one stands in the market (SHOP-2.24)', () => {
  it('is read from the address', () => {
    const { view } = open();
    expect(view().wanted).toEqual({
      category: 'items',
      search: 'wings',
      sort: 'priceUp',
      wishlistOnly: false,
    });
    expect(view().shown).toEqual(view().wanted);
  });

  it('is wanted and then shown, one choice added to the other', () => {
    const { view, go } = open();
    go({ search: 'bow' });
    go({ sort: 'priceDown' });
    expect(view().wanted).toMatchObject({ category: 'items', search: 'bow', sort: 'priceDown' });
    expect(view().shown).toEqual(view().wanted);
    expect(view().isBehind).toBe(false);
  });

  it('keeps what was typed when an older address of its own comes late', () => {
    const { view, go, leave } = open();
    go({ search: 'bows' });
    leave('/?category=items&q=bo', { replace: true, state: { isOfTheMarket: true } });
    expect(view().wanted.search).toBe('bows');
    expect(view().shown.search).toBe('bo');
    expect(view().isBehind).toBe(true);
    go({ search: 'bowst' });
    expect(view()).toMatchObject({ shown: { search: 'bowst' }, isBehind: false });
  });

  it('follows the way back, and whoever goes elsewhere', () => {
    const { view, go, leave, back } = open();
    go({ category: 'armor' });
    go({ search: 'helmet' });
    back();
    expect(view()).toMatchObject({ wanted: { category: 'items', search: 'wings' }, isBehind: false });
    leave('/');
    expect(view()).toMatchObject({ wanted: { category: 'coins', search: '' }, isBehind: false });
  });
});
