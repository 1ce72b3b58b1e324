import { checkoutCalls } from '@pax/contracts';
import { newCustomer } from '../../support/sign-in.js';
import { productNamed } from '../../support/shopping.js';
import { startFloor } from '../floor-process.js';
import { loadHttp, answersPerSecond, type LoadRequest } from '../load/http-load.js';
import type { MetricValues, Row } from '../row.js';
import { computeQuantile } from '../statistics.js';

const CONNECTIONS = 32;

/** Bench row: POST /api/checkout/quote, which an open cart sends with every change. */
export const quoting: Row = {
  name: 'quote',
  title: `Quotes, ${CONNECTIONS} at a time`,
  how: `\`POST ${checkoutCalls.quote.path}\` of a customer's three lines over ${CONNECTIONS} connections; floor: bare \`node:http\` that sends the same bytes`,
  metrics: [
    { key: 'rate', title: 'answers', unit: '/s' },
    { key: 'half', title: 'half within', unit: 'ms' },
    { key: 'most', title: '99 of 100 within', unit: 'ms' },
    { key: 'spread', title: '99 of 100 ÷ half', unit: '', atMost: 4, isRatio: true },
  ],
  async open(benchShop) {
    const { shop, sizes } = await benchShop();
    const customer = await newCustomer(shop);
    const items = await Promise.all(
      ['10M Coins', 'Elytra', 'Golden Apples'].map(async (name) => ({
        id: (await productNamed(customer, name)).id,
        quantity: 1,
      })),
    );
    const quoteRequest: LoadRequest = {
      url: `${shop.shopUrl}${checkoutCalls.quote.path}`,
      headers: { cookie: customer.cookieHeader, origin: shop.shopUrl },
      body: { items },
    };
    const answer = await customer.call('POST', checkoutCalls.quote.path, { items });
    const floor = await startFloor('http-server', { body: JSON.stringify(answer.body) });
    const measureQuotes = async (request: LoadRequest): Promise<MetricValues> => {
      const result = await loadHttp(request, CONNECTIONS, sizes.loadMs);
      const [half, most] = [computeQuantile(result.answersMs, 0.5), computeQuantile(result.answersMs, 0.99)];
      return { rate: answersPerSecond(result), half, most, spread: most / half };
    };
    const sides = {
      shop: () => measureQuotes(quoteRequest),
      floor: () => measureQuotes({ ...quoteRequest, url: floor.url }),
    };
    // The first calls are not measured, since a new process first compiles its code.
    await sides.shop();
    await sides.floor();
    return { ...sides, close: () => floor.stop() };
  },
};
