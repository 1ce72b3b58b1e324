import { describe, expect, it } from '@jest/globals';
import { CONSENT_VERSION } from '@pax/contracts';
import { listConsentTexts, flattenContent } from './dispute-packets.queries.js';

describe('what a dispute packet says of messages (OWN-509)', () => {
  it('is their plain values by name, and no more than a page of them', () => {
    const order = { productName: 'Wings', quantity: 2, dueAt: null, lines: [{ name: 'a' }] };
    expect(flattenContent({ kind: 'order', order, note: '' })).toBe(
      'kind: order, order.productName: Wings, order.quantity: 2, order.lines.0.name: a',
    );
    expect(flattenContent({ text: 'x'.repeat(5_000) })).toHaveLength(2_000);
    expect([flattenContent(null), flattenContent({})]).toEqual(['', '']);
  });

  it('is the consent in each language, and nothing for a version that is gone', () => {
    expect(listConsentTexts(CONSENT_VERSION)).toHaveLength(2);
    expect(listConsentTexts('2019-01')).toEqual([]);
  });
});
