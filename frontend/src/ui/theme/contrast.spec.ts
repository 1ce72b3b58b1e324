import { describe, expect, it } from '@jest/globals';
import { contrast } from '../../test/contrast';
import { dark, grounds, light, plinths, textColours, tierColours } from './palette';

describe.each([
  ['dark', dark],
  ['light', light],
])('%s palette (OWN-171)', (_name, palette) => {
  const pairs = [...textColours, ...tierColours].flatMap((ink) =>
    grounds.map((ground) => [ink, ground] as const),
  );

  it.each(pairs)('%s reads on %s', (ink, ground) => {
    expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(plinths)('text and muted read on %s', (plinth) => {
    expect(contrast(palette.text, palette[plinth])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.muted, palette[plinth])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds)('control edges and focus rings stand out from %s', (ground) => {
    expect(contrast(palette.edge, palette[ground])).toBeGreaterThanOrEqual(3);
    expect(contrast(palette.accent, palette[ground])).toBeGreaterThanOrEqual(3);
  });

  it('words on filled buttons read, at rest and under the pointer', () => {
    expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onAccent, palette.accentHover)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onDanger, palette.danger)).toBeGreaterThanOrEqual(4.5);
  });
});
