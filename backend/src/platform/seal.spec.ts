import { describe, expect, it } from '@jest/globals';
import { sealText, unsealText } from './secrets.js';

describe('a sealed text (OWN-510)', () => {
  const sealed = sealText('key', 'checkout:1', '192.0.2.7');

  it('opens with its key at its place, and shows nothing of the text', () => {
    expect(unsealText('key', 'checkout:1', sealed)).toBe('192.0.2.7');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('192');
    expect(sealText('key', 'checkout:1', '192.0.2.7')).not.toBe(sealed);
  });

  it('does not open with another key, at another place, or changed', () => {
    expect(unsealText('other', 'checkout:1', sealed)).toBeUndefined();
    expect(unsealText('key', 'checkout:2', sealed)).toBeUndefined();
    expect(
      unsealText('key', 'checkout:1', `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`),
    ).toBeUndefined();
    expect(unsealText('key', 'checkout:1', '')).toBeUndefined();
  });
});
