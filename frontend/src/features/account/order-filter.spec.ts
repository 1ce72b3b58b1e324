import { describe, expect, it } from '@jest/globals';
import { order } from '../../test/order-lists';
import { filterOrders, type OrderFilter } from './order-filter';

const REF = 'BBBBBBBBBBBBBBBBBBBBBB';
const orders = [
  order({ id: 171, productName: 'Éxotic Wings', status: 'pending', minecraftName: '.Mining Fan' }),
  order({ id: 17, productName: 'Totem', status: 'completed', checkout: REF }),
  order({ id: 9, productName: 'Beacon', status: 'archived', discordUsername: null, minecraftName: null }),
  order({ id: 8, productName: 'Wings', status: 'cancelled' }),
  order({ id: 7, productName: '50M Coins', status: 'processing' }),
];
const found = (filter: OrderFilter, search = '') => filterOrders(orders, filter, search).map(({ id }) => id);

describe('the filter of own orders (OWN-1486)', () => {
  it.each<[OrderFilter, number[]]>([
    ['all', [171, 17, 9, 8, 7]],
    ['open', [171, 7]],
    ['delivered', [17, 9]],
    ['cancelled', [8]],
  ])('%s shows %j', (filter, ids) => expect(found(filter)).toEqual(ids));

  it.each<[string, number[]]>([
    ['  ', [171, 17, 9, 8, 7]],
    ['wings', [171, 8]],
    ['EXOTIC wings', [171]],
    ['wings exotic', [171]],
    ['#17', [171, 17]],
    ['totem #17', [17]],
    ['mining fan', [171]],
    [REF.toLowerCase(), [17]],
    ['nothing', []],
    ['\u0000(.*', []],
    ['x'.repeat(100_000), []],
  ])('the words "%.20s" find %j', (search, ids) => expect(found('all', search)).toEqual(ids));

  it('and words narrow each other', () => expect(found('cancelled', 'wings')).toEqual([8]));
});
