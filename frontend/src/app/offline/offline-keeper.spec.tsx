import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { catalogCalls } from '@pax/contracts';
import { waitFor } from '@testing-library/react';
import { queryKeyFor } from '../../lib/http/call-api';
import { mockServer } from '../../test/mock-server';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { OfflineKeeper } from './offline-keeper';

beforeEach(() => {
  const register = () => Promise.reject(new Error('refused'));
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  localStorage.removeItem('pax-offline');
});

it('stores no goods that only Early Access sees, because another account may read them (OWN-1371)', async () => {
  mockServer({});
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const { client } = await renderPage(<OfflineKeeper />, '/');
  client.setQueryData(queryKeyFor(catalogCalls.products), [
    product({ id: 1, name: 'Early', availableFrom: inAnHour }),
    product({ id: 2, name: 'Known' }),
    product({ id: 3, name: 'Out', availableFrom: new Date(0).toISOString() }),
  ]);
  const read = () => JSON.parse(localStorage.getItem('pax-offline') ?? '{}').goods;
  await waitFor(() => expect(read()).toMatchObject([{ name: 'Known' }, { name: 'Out' }]));
});
