import { beforeEach, expect, it } from '@jest/globals';
import { MAIN_CONTROLS, findFreeShift } from './use-avoid-controls';

/** Adds an element with a fixed box, since jsdom has no layout. */
function put(tag: string, left: number, top: number, width: number, height: number): HTMLElement {
  const element = document.createElement(tag);
  element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  document.body.append(element);
  return element;
}

const box = new DOMRect(326, 700, 52, 52);
let own: HTMLElement;

beforeEach(() => {
  document.body.replaceChildren();
  own = put('div', 326, 700, 52, 52);
});

it('stays where nothing that can be pressed is', () => {
  put('button', 0, 700, 326, 44);
  put('p', 326, 700, 52, 52);
  expect(findFreeShift(own, box, -1, 160)).toBe(0);
});

it('moves just past what it would cover, and past what lies there', () => {
  put('button', 340, 720, 44, 44);
  expect(findFreeShift(own, box, -1, 160)).toBe(-32);
  put('button', 340, 680, 44, 40);
  expect(findFreeShift(own, box, -1, 160)).toBe(-72);
  expect(findFreeShift(own, box, -1, 71)).toBeUndefined();
});

it('does not count itself, nor what lies behind an open dialog', () => {
  own.append(document.createElement('button'));
  put('button', 340, 720, 44, 44).setAttribute('inert', '');
  expect(findFreeShift(own, box, -1, 160)).toBe(0);
});

it('never leaves the window', () => {
  for (let top = 0; top < 800; top += 40) put('button', 300, top, 100, 40);
  expect(findFreeShift(own, box, -1, 5000)).toBeUndefined();
});

it('finds a place beside what the screen is for where nothing is free of everything', () => {
  for (let top = 0; top < 800; top += 40) put('button', 300, top, 100, 40);
  put('button', 326, 690, 100, 40).dataset['main'] = '';
  expect(findFreeShift(own, box, -1, 5000)).toBeUndefined();
  expect(findFreeShift(own, box, -1, 5000, MAIN_CONTROLS)).toBe(-64);
});
