/** Polyfills for jsdom, enough for the components to mount. */
import { TextDecoder, TextEncoder } from 'node:util';
import { deserialize, serialize } from 'node:v8';

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

// Prerendering runs in Node without pointers.
class PointerLikeEvent extends (globalThis.MouseEvent ?? Event) {
  constructor(type, init = {}) {
    super(type, init);
    this.pointerId = init.pointerId ?? 1;
    this.pointerType = init.pointerType ?? 'mouse';
  }
}

const gaps = {
  PointerEvent: PointerLikeEvent,
  TextEncoder,
  TextDecoder,
  structuredClone: (value) => deserialize(serialize(value)),
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  matchMedia: (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }),
};

for (const [name, value] of Object.entries(gaps)) globalThis[name] ??= value;
const elementGaps = {
  scrollTo() {},
  scrollIntoView() {},
  setPointerCapture() {},
  hasPointerCapture: () => false,
  releasePointerCapture() {},
};
for (const [name, value] of Object.entries(elementGaps))
  if ('Element' in globalThis) Element.prototype[name] ??= value;

// jsdom lays nothing out; a list that draws the rows in view needs heights of rows and of what they scroll in.
if ('HTMLElement' in globalThis)
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 1_280 },
    clientHeight: { configurable: true, get: () => 720 },
    offsetHeight: {
      configurable: true,
      get() {
        return this.hasAttribute('data-index') ? 45 : 0;
      },
    },
  });
