import { expect, it } from '@jest/globals';
import {
  MIN_TOTAL_FOR_BONUS,
  DEFAULT_REFERRAL_CAP,
  REFERRAL_BONUS_CENTS,
  REFERRAL_DISCOUNT_PERCENT,
  formatCentsAsDecimal,
} from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { catalogue as german } from '../../../i18n/catalogue/de/referral';
import { catalogue as mixture } from '../../../i18n/catalogue/mix/referral';
import { fakeResponse } from '../../../test/fake-response';
import { deferResponse } from '../../../test/deferred-response';
import { mockServer } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { serverInfo } from '../../../test/server-info';
import { ReferralCard } from './referral-card';
import { referralTerms } from '../../../lib/values/referral-terms';

it('names what the shop really gives (SHOP-9.22)', () => {
  expect(referralTerms).toEqual({
    friendPercent: REFERRAL_DISCOUNT_PERCENT,
    friendBonusCents: REFERRAL_BONUS_CENTS,
    bonusFromCents: MIN_TOTAL_FOR_BONUS,
    referrerPercent: 10,
    monthlyCap: formatCentsAsDecimal(DEFAULT_REFERRAL_CAP * 100),
  });
});

it('promises 5 % and the $5 bonus to the friend alone, 10 % credit to the referrer, with the operator’s limit (SHOP-9.22, SHOP-9.24, OWN-495)', async () => {
  const info = deferResponse();
  mockServer({ 'GET /api/discord/server-info': () => info.response });
  await renderPage(<ReferralCard me={null} />);
  const of = (who: string) => screen.getByText(who).parentElement?.textContent;
  expect(of('Your friend')).toContain('5% off every order');
  expect(of('Your friend')).toContain('$5.00 bonus once, for an order of $45.00 or more');
  expect(of('You')).toContain('10% of what your friend pays, as store credit');
  expect(of('You')).toContain('At most $50.00 in a calendar month');
  info.open(fakeResponse(serverInfo({ referralMonthlyCap: '75.00' })));
  await waitFor(() => expect(of('You')).toContain('At most $75.00 in a calendar month'));
});

it('says nothing of coins or mobs per purchase, nor of a 10 % discount (SHOP-9.22, SHOP-9.23)', () => {
  const words = JSON.stringify([mixture, german]);
  expect(words).not.toMatch(/2M|Skelli|10\s?% (off|discount|Rabatt)/i);
});
