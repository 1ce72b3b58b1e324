import { expect, it } from '@jest/globals';
import { BONUS_MINIMUM, REFERRAL_BONUS_CENTS, REFERRAL_PERCENT } from '@pax/contracts';
import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { preloadAreas } from '../../i18n/i18n';
import { catalogue as german } from '../../i18n/catalogue/de/referral';
import { catalogue as mixture } from '../../i18n/catalogue/mix/referral';
import { renderUi } from '../../test/render';
import { ReferralCard } from './referral-card';
import { referralTerms } from './referral-terms';

it('names what the shop really gives (SHOP-9.22)', () => {
  expect(referralTerms).toEqual({
    friendPercent: REFERRAL_PERCENT,
    friendBonusCents: REFERRAL_BONUS_CENTS,
    bonusFromCents: BONUS_MINIMUM,
    referrerPercent: 10,
  });
});

it('promises 5 % and the $5 bonus to the friend alone, 10 % credit to the referrer (SHOP-9.22, SHOP-9.24)', async () => {
  await renderUi(<div />);
  await preloadAreas('referral');
  await renderUi(
    <MemoryRouter>
      <ReferralCard me={null} />
    </MemoryRouter>,
  );
  const of = (who: string) => screen.getByText(who).parentElement?.textContent;
  expect(of('Your friend')).toContain('5% off every order');
  expect(of('Your friend')).toContain('$5.00 bonus once, for an order of $45.00 or more');
  expect(of('You')).toContain('10% of what your friend pays, as store credit');
  expect(of('You')).not.toContain('$');
});

it('says nothing of coins or mobs per purchase, nor of a 10 % discount (SHOP-9.22, SHOP-9.23)', () => {
  const words = JSON.stringify([mixture, german]);
  expect(words).not.toMatch(/2M|Skelli|10\s?% (off|discount|Rabatt)/i);
});
