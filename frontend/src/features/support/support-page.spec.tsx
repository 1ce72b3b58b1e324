import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { SupportPage } from './support-page';

const info = {
  serverName: 'Pax Market',
  memberCount: 1240,
  inviteLink: 'https://discord.example/pax',
  joinReward: true,
};
const open = async (serverInfo = () => fakeResponse(info)) => {
  mockServer({ 'GET /api/discord/server-info': serverInfo });
  await renderPage(<SupportPage />);
  await screen.findByRole('heading', { name: 'Support Center' });
};

it('says how soon one answers and gives quick tips (ADMIN-2.52, ADMIN-9.10)', async () => {
  await open();
  screen.getByText(/We answer within 1-24 hours/);
  const tips = screen.getByRole('heading', { name: 'Quick tips' }).parentElement!;
  expect(within(tips).getAllByRole('listitem')).toHaveLength(4);
});

it('offers the community’s Discord server, orders and the refund policy (SHOP-1.12)', async () => {
  await open();
  const discord = await screen.findByRole('link', { name: 'Open Discord' });
  expect(discord.getAttribute('href')).toBe(info.inviteLink);
  expect(discord.getAttribute('rel')).toContain('noreferrer');
  screen.getByText('1,240 members on Pax Market');
  expect(screen.getByRole('link', { name: 'My orders' }).getAttribute('href')).toBe('/account?tab=orders');
  expect(screen.getByRole('link', { name: 'Refund policy' }).getAttribute('href')).toBe('/refund-policy');
});

it('answers the rest also while the server says nothing of Discord', async () => {
  await open(() => fakeResponse('', { status: 503 }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Open Discord' })).toBeNull());
  await userEvent.click(screen.getByText('When does my order arrive?'));
  expect(screen.getByText(/Money usually within 30 minutes of payment/)).not.toBeNull();
});
