/**
 * Colour names by purpose; contrast.spec.ts checks 4.5:1 for text and 3:1 for edges. Plinth tints are never text
 * colours.
 */
export const paletteNames = [
  'bg',
  'surface',
  'raised',
  'line',
  'edge',
  'text',
  'muted',
  'accent',
  'accentHover',
  'onAccent',
  'money',
  'loyalty',
  'danger',
  'onDanger',
  'info',
  'highlight',
  'sheen',
  'scrim',
  'shadow',
  'bronze',
  'silver',
  'gold',
  'platinum',
  'diamond',
  'plinthCoins',
  'plinthItems',
  'plinthBases',
  'plinthArmor',
  'plinthCoinsGlow',
  'plinthItemsGlow',
  'plinthBasesGlow',
  'plinthArmorGlow',
] as const;

export type PaletteName = (typeof paletteNames)[number];

export type Palette = Record<PaletteName, string>;

/** Colours of the dark theme: basalt and indigo, with amber for actions. */
export const dark: Palette = {
  bg: '#12141c',
  surface: '#1a1d29',
  raised: '#232736',
  line: '#343a4f',
  edge: '#767fa3',
  text: '#eceef6',
  muted: '#a5abc2',
  accent: '#ffb347',
  accentHover: '#ffc876',
  onAccent: '#1d1406',
  money: '#4fd08a',
  loyalty: '#b79bff',
  danger: '#ff7a7a',
  onDanger: '#2a0808',
  info: '#74b9ff',
  highlight: 'rgba(236, 238, 246, 0.09)',
  sheen: 'rgba(255, 255, 255, 0.45)',
  scrim: 'rgba(6, 7, 12, 0.72)',
  shadow: 'rgba(4, 5, 10, 0.55)',
  bronze: '#c98a55',
  silver: '#b8c1cf',
  gold: '#f2c14e',
  platinum: '#9fd8d6',
  diamond: '#8fb8ff',
  plinthCoins: '#2e2415',
  plinthItems: '#132b2b',
  plinthBases: '#33211c',
  plinthArmor: '#222a3a',
  plinthCoinsGlow: '#7a5418',
  plinthItemsGlow: '#1f6460',
  plinthBasesGlow: '#7d4530',
  plinthArmorGlow: '#4a5a7a',
};

/** Colours of the light theme: sand and chalk, with text in basalt. */
export const light: Palette = {
  bg: '#f6f1e7',
  surface: '#fffdf8',
  raised: '#f5efe3',
  line: '#d9cfbd',
  edge: '#7d7360',
  text: '#1d1f29',
  muted: '#5c6172',
  accent: '#a65600',
  accentHover: '#8a4700',
  onAccent: '#fffdf8',
  money: '#1a7442',
  loyalty: '#6b45c6',
  danger: '#b3261e',
  onDanger: '#fffdf8',
  info: '#1b5fa8',
  highlight: 'rgba(255, 255, 255, 0.9)',
  sheen: 'rgba(255, 255, 255, 0.2)',
  scrim: 'rgba(38, 32, 22, 0.5)',
  shadow: 'rgba(74, 60, 34, 0.2)',
  bronze: '#8a5526',
  silver: '#596273',
  gold: '#7a5b00',
  platinum: '#2a6b69',
  diamond: '#3a5fb0',
  plinthCoins: '#f5e4c3',
  plinthItems: '#d5eae4',
  plinthBases: '#f3ddcf',
  plinthArmor: '#dfe4ec',
  plinthCoinsGlow: '#ffd998',
  plinthItemsGlow: '#a9ddd0',
  plinthBasesGlow: '#f0bb9d',
  plinthArmorGlow: '#bccadd',
};

/** Colours used for text; their contrast with `grounds` is checked. */
export const textColours = ['text', 'muted', 'accent', 'money', 'loyalty', 'danger', 'info'] as const;
export const tierColours = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const;
export const grounds = ['bg', 'surface', 'raised'] as const;
export const plinths = ['plinthCoins', 'plinthItems', 'plinthBases', 'plinthArmor'] as const;
