import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { forgetReferralCode, readReferralCode } from '../../lib/storage/referral-link';
import { renderPage } from '../../test/render-page';
import { ReferralRoute } from './referral-route';

const CODE = 'PAXNOVA77';

beforeEach(() => forgetReferralCode());

describe('the page of a referral link (OWN-1484)', () => {
  const open = (path: string) =>
    renderPage(
      <Routes>
        <Route path="/r/:code?" element={<ReferralRoute />} />
        <Route path="/" element={<p>market</p>} />
      </Routes>,
      path,
    );

  it('keeps the code and opens the market', async () => {
    const { at, toasts } = await open('/r/paxnova77');
    await screen.findByText('market');
    expect([at(), readReferralCode(), toasts]).toEqual(['/', CODE, []]);
  });

  it.each(['/r', '/r/', '/r/PAXNO', '/r/%3Cscript%3E'])('%s opens it with one quiet word', async (path) => {
    const { toasts } = await open(path);
    await screen.findByText('market');
    expect(readReferralCode()).toBeUndefined();
    expect(toasts.map(({ title, kind }) => [title, kind])).toEqual([
      ['This invitation no longer works', undefined],
    ]);
  });
});
