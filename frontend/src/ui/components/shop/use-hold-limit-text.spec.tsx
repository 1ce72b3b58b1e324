import { describe, expect, it } from '@jest/globals';
import type { HoldLimit } from '@pax/contracts';
import { act, screen } from '@testing-library/react';
import { useLanguage } from '../../../i18n/language-store';
import { formatDateTime } from '../../../lib/values/format';
import { renderUi } from '../../../test/render';
import { useHoldLimitText } from './use-hold-limit-text';

const UNTIL = '2025-11-04T19:15:00.000Z';
const at = formatDateTime(UNTIL);

function Text(limit: Omit<HoldLimit, 'id'>) {
  return useHoldLimitText()(limit, false);
}

describe('a hold limit that ends by itself (OWN-402)', () => {
  it.each([
    [
      { available: 4, reason: 'unpaid', until: UNTIL },
      `Two of your checkouts ended unpaid: up to 4 at a time until ${at}.`,
      `Zwei deiner Käufe blieben unbezahlt: höchstens 4 auf einmal bis ${at}.`,
    ],
    [
      { available: 0, reason: 'unpaid', until: UNTIL },
      `Two of your checkouts ended unpaid. Until ${at} you can hold a tenth of what is there at most, which leaves none of this.`,
      `Zwei deiner Käufe blieben unbezahlt. Bis ${at} kannst du höchstens ein Zehntel von dem zurücklegen, was da ist; hiervon bleibt damit nichts.`,
    ],
    [
      { available: 0, reason: 'lapsed', until: UNTIL },
      `Your crypto order was not paid, so crypto is closed for you until ${at}. Choose another way to pay.`,
      `Deine Krypto-Bestellung blieb unbezahlt: Krypto ist für dich bis ${at} zu. Wähle eine andere Zahlungsart.`,
    ],
    [{ available: 0, reason: 'unpaid' }, /Until tomorrow you can hold/, /Bis morgen kannst du/],
    [{ available: 0, reason: 'lapsed' }, /until next week/, /bis nächste Woche/],
  ] as const)('says how much, why and until when: %j', async (limit, english, german) => {
    await renderUi(<Text trustedFrom="20.00" {...limit} />);
    expect(screen.getByText(english)).toBeTruthy();
    await act(() => useLanguage.getState().setLanguage('de'));
    expect(await screen.findByText(german)).toBeTruthy();
    await act(() => useLanguage.getState().setLanguage('mix'));
  });
});
