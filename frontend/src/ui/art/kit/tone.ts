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

const parts = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Mixes two colours `#rrggbb`; `share` is the part of the second one, 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const there = parts(other);
  const mixed = parts(one).map((value, at) => Math.round(value + ((there[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const lighter = (hex: string, share: number): string => mix(hex, LIGHT, share);
export const darker = (hex: string, share: number): string => mix(hex, SHADE, share);

/** Returns the three shades of a colour; the colour itself is that of the left face. */
export const tone = (hue: string): Tone => ({ top: lighter(hue, 0.34), left: hue, right: darker(hue, 0.33) });

/** Colours of the materials in the drawings. */
export const stuff = {
  oak: tone('#b07a3f'),
  plank: tone('#9a6532'),
  bark: tone('#5f4126'),
  birch: tone('#d9c08c'),
  stone: tone('#8a90a3'),
  slate: tone('#565d75'),
  basalt: tone('#383d52'),
  sand: tone('#dcc58d'),
  grass: tone('#64a84c'),
  moss: tone('#4c8a4a'),
  leaf: tone('#3f8f53'),
  dirt: tone('#85583a'),
  iron: tone('#bcc4d4'),
  gold: tone('#f0b02e'),
  emerald: tone('#2fb873'),
  aqua: tone('#4fc9d8'),
  dusk: tone('#4b4356'),
  amethyst: tone('#9470ea'),
  ruby: tone('#d8464f'),
  cloth: tone('#e9e2d4'),
  indigo: tone('#4a55b8'),
  leather: tone('#a1602f'),
  brick: tone('#b45f43'),
  clay: tone('#c77b53'),
  teal: tone('#2f9a92'),
  water: tone('#3f8fe0'),
  lamp: { top: '#fff3c4', left: '#ffd36b', right: '#ffb347' },
} satisfies Record<string, Tone>;
