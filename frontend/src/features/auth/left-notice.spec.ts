import { expect, it } from '@jest/globals';
import type { Notice } from '../../lib/toast';
import { hearNotices } from '../../test/hear-notices';
import { leaveNotice, showLeftNotice } from './left-notice';

it('shows the welcome once, on the page that is loaded next (SHOP-2.54)', () => {
  const said: Notice[] = [];
  hearNotices((notice) => said.push(notice));
  leaveNotice({ title: 'Welcome back', description: 'You are signed in as nova.', kind: 'success' });
  expect(said).toEqual([]);
  showLeftNotice();
  showLeftNotice();
  expect(said).toEqual([
    { title: 'Welcome back', description: 'You are signed in as nova.', kind: 'success' },
  ]);
});
