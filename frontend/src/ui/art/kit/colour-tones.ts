/** Colour of a thing in three shades, lit from the upper left: warm light on top, cool shadow on the right. */
export interface Tone {
  readonly top: string;
  readonly left: string;
  readonly right: string;
}

const LIGHT = '#fff0cf';
const SHADE = '#1b0d33';
/** Colour of all outlines. */
export const INK = '#0b0c14';

const parseHexColour = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Mixes two colours `#rrggbb`; `share` is the part of the second one, 0 to 1. */
export function mixColours(one: string, other: string, share: number): string {
  const there = parseHexColour(other);
  const mixed = parseHexColour(one).map((value, at) =>
    Math.round(value + ((there[at] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const lightenColour = (hex: string, share: number): string => mixColours(hex, LIGHT, share);
export const darkenColour = (hex: string, share: number): string => mixColours(hex, SHADE, share);

/** Returns the three shades of a colour; the colour itself is that of the left face. */
export const createTone = (hue: string): Tone => ({
  top: lightenColour(hue, 0.34),
  left: hue,
  right: darkenColour(hue, 0.33),
});

/** Colours of the materials in the drawings. */
export const stuff = {
  oak: createTone('#b07a3f'),
  plank: createTone('#9a6532'),
  bark: createTone('#5f4126'),
  birch: createTone('#d9c08c'),
  stone: createTone('#8a90a3'),
  slate: createTone('#565d75'),
  basalt: createTone('#383d52'),
  sand: createTone('#dcc58d'),
  grass: createTone('#64a84c'),
  moss: createTone('#4c8a4a'),
  leaf: createTone('#3f8f53'),
  dirt: createTone('#85583a'),
  iron: createTone('#bcc4d4'),
  gold: createTone('#f0b02e'),
  emerald: createTone('#2fb873'),
  aqua: createTone('#4fc9d8'),
  dusk: createTone('#4b4356'),
  amethyst: createTone('#9470ea'),
  ruby: createTone('#d8464f'),
  cloth: createTone('#e9e2d4'),
  indigo: createTone('#4a55b8'),
  leather: createTone('#a1602f'),
  brick: createTone('#b45f43'),
  clay: createTone('#c77b53'),
  teal: createTone('#2f9a92'),
  water: createTone('#3f8fe0'),
  lamp: { top: '#fff3c4', left: '#ffd36b', right: '#ffb347' },
} satisfies Record<string, Tone>;
