import { expect, it } from '@jest/globals';
import type { Notice } from '../../components/notify';
import { takeNotices } from '../../lib/tell';
import { leaveNotice, showLeftNotice } from './left-notice';

it('shows the welcome once, on the page that is loaded next (SHOP-2.54)', () => {
  const said: Notice[] = [];
  takeNotices(
    (notice) => said.push(notice),
    () => undefined,
  );
  leaveNotice({ title: 'Welcome back', description: 'You are signed in as nova.', kind: 'success' });
  expect(said).toEqual([]);
  showLeftNotice();
  showLeftNotice();
  expect(said).toEqual([
    { title: 'Welcome back', description: 'You are signed in as nova.', kind: 'success' },
  ]);
});
