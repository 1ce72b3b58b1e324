import { expect, it } from '@jest/globals';
import type { Toast } from '../../../lib/browser/toast';
import { collectToasts } from '../../../test/collect-toasts';
import { storeToast, showStoredToast } from './stored-toast';

it('shows the welcome once, on the page that is loaded next (SHOP-2.54)', () => {
  const toasts: Toast[] = [];
  collectToasts((toast) => toasts.push(toast));
  storeToast({ title: 'Welcome back', description: 'You are signed in as nova.', kind: 'success' });
  expect(toasts).toEqual([]);
  showStoredToast();
  showStoredToast();
  expect(toasts).toEqual([
    { title: 'Welcome back', description: 'You are signed in as nova.', kind: 'success' },
  ]);
});
