import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { Reviews } from './reviews';

const open = async (hidden: number) => {
  mockServer({
    'GET /api/reviews': () => fakeResponse([], { headers: { 'x-total-count': '0' } }),
    'GET /api/reviews/summary': () => fakeResponse({ average: 4.5, count: 2, hidden }),
  });
  const review = { rating: 5, text: 'word '.repeat(60), about: 'Elytra', category: 'items' } as const;
  await renderPage(<Reviews reviews={[review]} />);
};

it.each([
  [0, /0 reviews hiddenVerified ones/],
  [1, /1 review hidden \(only for insult, personal data or advertising; their stars still count\)/],
])('says for all to read why %i reviews are hidden', async (hidden, said) => {
  await open(hidden);
  expect((await screen.findByText(/review.* hidden/)).parentElement?.textContent).toMatch(said);
});

it('moves the focus from the button to the text that it shows whole', async () => {
  await open(0);
  await userEvent.click(screen.getByRole('button', { name: 'Read it all' }));
  expect(document.activeElement?.textContent).toBe('word '.repeat(60));
});
