import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { artFiles, products } from './art-files';
import { mixColours, createTone } from './kit/colour-tones';
import { luminance } from '../../test/contrast';

const KILOBYTE = 1024;

describe('product art', () => {
  it('has the amounts of coins, items, bases and kits of the shop', () => {
    const keys = Object.keys(products);
    expect(keys.length).toBeGreaterThanOrEqual(26);
    for (const prefix of ['coins-', 'item-', 'base-', 'armor-']) {
      expect(keys.filter((key) => key.startsWith(prefix)).length).toBeGreaterThanOrEqual(5);
    }
  });

  it.each([...artFiles.keys()])('%s is a small, scriptless svg with nothing from outside', (key) => {
    const markup = renderToStaticMarkup(artFiles.get(key));
    expect(markup).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 240 240"/);
    expect(markup).not.toMatch(/NaN|undefined|Infinity|<script|<style|href="[^#]|style=/);
    expect(gzipSync(markup).length).toBeLessThan(16 * KILOBYTE);
  });

  it('is lit from above and the left', () => {
    for (const hue of ['#b07a3f', '#4fc9d8', '#383d52']) {
      const { top, left, right } = createTone(hue);
      expect(luminance(top)).toBeGreaterThan(luminance(left));
      expect(luminance(left)).toBeGreaterThan(luminance(right));
    }
    expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080');
  });
});
