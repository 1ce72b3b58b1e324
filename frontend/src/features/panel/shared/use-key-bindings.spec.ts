import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, renderHook } from '@testing-library/react';
import { useKeyBindings, useKeySetting } from './use-key-bindings';

const BOUND = ['j', 'k', 'e', 'a', '/', '?', '1'];

/** The panel's keys, and which of them acted. */
function bind() {
  const acted: string[] = [];
  const bindings = Object.fromEntries(BOUND.map((key) => [key, () => void acted.push(key)]));
  return { acted, ...renderHook(() => useKeyBindings(bindings)) };
}
/** Presses a key at an element. @returns whether the browser still does what it does by itself */
const press = (key: string, more: KeyboardEventInit = {}, at: Element = document.body): boolean =>
  fireEvent.keyDown(at, { key, ...more });

beforeEach(() => {
  document.body.innerHTML = '';
  act(() => useKeySetting.getState().setAreOn(true));
});

describe('the panel’s keys', () => {
  it.each(['e', 'a', '/', '?', '1'])('%s acts once however long it is held', (key) => {
    const { acted } = bind();
    const isLeft = [false, true, true].map((repeat) => press(key, { repeat }));
    expect(isLeft).toEqual([false, false, false]);
    expect(acted).toEqual([key]);
  });

  it.each(['j', 'k'])('%s goes on while it is held, since it only moves', (key) => {
    const { acted } = bind();
    for (const repeat of [false, true, true]) press(key, { repeat });
    expect(acted).toEqual([key, key, key]);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'])('leave a key with %s to the browser', (more) => {
    const { acted } = bind();
    for (const key of BOUND) expect(press(key, { [more]: true })).toBe(true);
    expect(acted).toEqual([]);
  });

  it('act with Shift, which some need', () => {
    const { acted } = bind();
    press('?', { shiftKey: true });
    expect(acted).toEqual(['?']);
  });

  it.each([
    ['<input id="at">', false],
    ['<textarea id="at"></textarea>', false],
    ['<select id="at"></select>', false],
    ['<p contenteditable><b id="at"></b></p>', false],
    ['<p contenteditable="true" id="at"></p>', false],
    ['<ul role="menu"><li id="at"></li></ul>', false],
    ['<ul role="listbox"><li id="at"></li></ul>', false],
    ['<button id="at"></button>', true],
    ['<a href="#x" id="at"></a>', true],
    ['<p contenteditable="false" id="at"></p>', true],
  ])('are letters where one types or chooses: in %s they act: %s', (markup, acts) => {
    const { acted } = bind();
    document.body.innerHTML = markup;
    for (const key of BOUND) press(key, {}, document.querySelector('#at')!);
    expect(acted).toEqual(acts ? BOUND : []);
  });

  it.each([
    ['an open dialog', '<div role="dialog" data-state="open"></div>', false],
    ['one that is closing', '<div role="dialog" data-state="closed"></div>', true],
    ['a sheet', '<div role="dialog" data-state="open"><p data-keys-through></p></div>', true],
  ])('beside %s act as it lets them', (_, markup, acts) => {
    const { acted } = bind();
    document.body.innerHTML = markup;
    for (const key of BOUND) press(key);
    expect(acted).toEqual(acts ? BOUND : []);
  });

  it('leave alone what is not bound, was used already, is switched off or is gone', () => {
    const { acted, unmount } = bind();
    expect(press('x')).toBe(true);
    const use = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', use);
    press('e');
    document.body.removeEventListener('keydown', use);
    act(() => useKeySetting.getState().setAreOn(false));
    expect(press('e')).toBe(true);
    act(() => useKeySetting.getState().setAreOn(true));
    unmount();
    expect(press('e')).toBe(true);
    expect(acted).toEqual([]);
  });
});
