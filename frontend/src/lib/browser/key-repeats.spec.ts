import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ignoreKeyRepeats } from './key-repeats';

let stop: () => void;
let heard: string[];
beforeEach(() => {
  heard = [];
  document.body.innerHTML =
    '<button>b</button><a href="#a"><b>link</b></a><input><textarea></textarea><div role="menuitem">m</div><p>p</p>';
  for (const element of document.body.children)
    element.addEventListener('keydown', () => heard.push(element.localName));
  stop = ignoreKeyRepeats();
});
afterEach(() => stop());

/** Tells whether a key has its effect: it arrives, and is not prevented. */
const press = (at: string, key: string, repeat = false): boolean => {
  heard = [];
  const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
  document.querySelector(at)?.dispatchEvent(event);
  return heard.length === 1 && !event.defaultPrevented;
};

describe('a held key', () => {
  it.each(['Enter', ' '])('presses a control once: "%s"', (key) => {
    for (const control of ['button', 'b', '[role=menuitem]']) {
      expect(press(control, key)).toBe(true);
      expect(press(control, key, true)).toBe(false);
    }
  });

  it('sends a form once, and writes lines where they are written', () => {
    expect(press('input', 'Enter')).toBe(true);
    expect(press('input', 'Enter', true)).toBe(false);
    expect(press('textarea', 'Enter')).toBe(true);
    expect(press('textarea', 'Enter', true)).toBe(true);
  });

  it('types nothing into a field to which it moved the focus', () => {
    for (const [key, field] of [
      ['/', 'input'],
      ['Enter', 'textarea'],
      ['a', 'textarea'],
    ] as const) {
      press('button', key);
      expect(press(field, key, true)).toBe(false);
    }
    press('input', 'x');
    expect(press('input', 'x', true)).toBe(true);
  });

  it('still moves, deletes and scrolls', () => {
    press('button', 'Tab');
    expect(press('input', 'Tab', true)).toBe(true);
    press('button', 'j');
    expect(press('b', 'j', true)).toBe(true);
    press('input', 'Backspace');
    expect(press('input', 'Backspace', true)).toBe(true);
    press('p', ' ');
    expect(press('p', ' ', true)).toBe(true);
  });
});
