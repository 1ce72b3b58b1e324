import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CheckoutState } from '@pax/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer } from '../../../test/mock-server';
import { makeCheckoutAnswer } from '../../../test/checkout-answer';
import { renderPage } from '../../../test/render-page';
import { CancelledPage } from './cancelled-page';
import { REDIRECT_S } from './result-layout';

const REF = '9y83JcWY62-SOSsVTszN7A';
const CALL = `POST /api/checkouts/${REF}/cancel`;
const heading = () => screen.findByRole('heading', { level: 1 });

let events: string[];
beforeEach(() => {
  events = [];
  localStorage.clear();
});

const page = (reference = REF) => (
  <CancelledPage
    reference={reference}
    onHome={() => void events.push('home')}
    onOpenCart={() => void events.push('cart')}
  />
);
const inState = (state: CheckoutState) => () => fakeResponse(makeCheckoutAnswer(REF, state));

describe('CancelledPage', () => {
  it('promises nothing before the server has confirmed it (SHOP-2.69)', async () => {
    let release: (read: Response) => void = () => undefined;
    mockServer({ [CALL]: () => new Promise<Response>((resolve) => (release = resolve)) });
    await renderPage(page());
    expect(await screen.findByText(/Checking that nothing was charged/)).toBeTruthy();
    expect(screen.queryByText(/No charges were made/)).toBeNull();
    await act(async () => release(fakeResponse(makeCheckoutAnswer(REF, 'cancelled'))));
    expect(await screen.findByText('No charges were made. Your items are still in your cart.')).toBeTruthy();
  });

  it.each(['cancelled', 'expired', 'failed'] as const)(
    '%s: nothing charged, two ways on and the cart (SHOP-2.69, SHOP-2.70)',
    async (state) => {
      const calls = mockServer({ [CALL]: inState(state) });
      await renderPage(page());
      await screen.findByText(/No charges were made/);
      expect(calls.map(({ call }) => call)).toEqual([CALL]);
      expect(screen.getByRole('link', { name: 'Back to Shop' }).getAttribute('href')).toBe('/');
      expect(screen.getByRole('link', { name: 'Get support' }).getAttribute('href')).toBe('/support');
      act(() => screen.getByRole('button', { name: 'Open cart' }).click());
      expect(events).toEqual(['cart']);
    },
  );

  it.each(['paid', 'disputed', 'refunded'] as const)(
    '%s: it went through after all (SHOP-2.69)',
    async (state) => {
      mockServer({ [CALL]: inState(state) });
      await renderPage(page());
      const link = await screen.findByRole('link', { name: 'See the order' });
      expect(link.getAttribute('href')).toBe(`/payment-success?checkout=${REF}`);
      expect(document.body.textContent).not.toContain('No charges were made');
    },
  );

  it.each(['open', 'confirming'] as const)(
    '%s: not known yet, asked again by hand (OWN-876)',
    async (state) => {
      const calls = mockServer({ [CALL]: inState(state) });
      await renderPage(page());
      const again = await screen.findByRole('button', { name: 'Check again' });
      expect((await heading()).textContent).toBe('The payment page is still closing');
      await act(async () => again.click());
      expect(calls).toHaveLength(2);
      expect(document.body.textContent).not.toContain('No charges were made');
    },
  );

  it.each([429, 500, 503])(
    'after a %i it says that it could not check, not that nothing was charged (OWN-174)',
    async (status) => {
      mockServer({ [CALL]: () => fakeResponse({ code: 'X', message: 'x' }, { status }) });
      await renderPage(page());
      expect(await screen.findByRole('button', { name: 'Check again' })).toBeTruthy();
      expect((await heading()).textContent).toBe('We could not check this payment');
      expect(document.body.textContent).not.toContain('No charges were made');
    },
  );

  it('offline it says that it could not check, and checks again by hand (OWN-174)', async () => {
    let isOffline = true;
    mockServer({
      [CALL]: () => {
        if (isOffline) throw new TypeError('Failed to fetch');
        return fakeResponse(makeCheckoutAnswer(REF, 'cancelled'));
      },
    });
    await renderPage(page());
    const again = await screen.findByRole('button', { name: 'Check again' });
    expect((await heading()).textContent).toBe('We could not check this payment');
    isOffline = false;
    await act(async () => again.click());
    expect(await screen.findByText(/No charges were made/)).toBeTruthy();
  });

  it('asks a visitor to sign in instead of guessing', async () => {
    mockServer({ [CALL]: () => fakeResponse('', { status: 401 }) });
    await renderPage(page());
    const link = await screen.findByRole('link', { name: 'Sign In' });
    expect(link.getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(`/payment-cancelled?checkout=${REF}`)}`,
    );
  });

  it('without a reference nothing is asked and nothing can have been charged', async () => {
    const calls = mockServer({});
    await renderPage(page(''));
    expect(await screen.findByText(/No charges were made/)).toBeTruthy();
    expect(calls).toEqual([]);
  });

  describe('the way back', () => {
    beforeEach(() => {
      mockServer({ [CALL]: inState('cancelled') });
    });
    const count = async (seconds: number) => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
      await renderPage(page());
      for (let passed = 0; passed < seconds * 2; passed += 1)
        await act(() => jest.advanceTimersByTimeAsync(500));
    };

    it('is gone by itself after 15 seconds (SHOP-2.71, SHOP-9.28)', async () => {
      await count(REDIRECT_S - 1);
      expect(events).toEqual([]);
      await act(() => jest.advanceTimersByTimeAsync(2_500));
      jest.useRealTimers();
      expect(events).toEqual(['home']);
    });

    it('counts down at the first visit only (SHOP-2.71)', async () => {
      await count(1);
      expect(screen.getByRole('timer')).toBeTruthy();
      cleanup();
      await renderPage(page());
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      jest.useRealTimers();
      expect(screen.queryByRole('timer')).toBeNull();
      expect(events).toEqual([]);
    });

    it('can be stopped (SHOP-2.71)', async () => {
      await count(3);
      act(() => screen.getByRole('button', { name: 'Stay here' }).click());
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      jest.useRealTimers();
      expect(events).toEqual([]);
    });
  });
});
