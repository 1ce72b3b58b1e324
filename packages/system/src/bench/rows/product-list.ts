import { startFloor } from '../floor-process.js';
import { loadHttp, answersPerSecond } from '../load/http-load.js';
import type { Row } from '../row.js';

const CONNECTIONS = 64;

/** Bench row: GET /api/products, as a visitor's browser sends it. */
export const productList: Row = {
  name: 'products',
  title: 'Product list',
  how: `\`GET /api/products\` over ${CONNECTIONS} connections at once; floor: bare \`node:http\` that sends the same bytes`,
  metrics: [{ key: 'rate', title: 'answers', unit: '/s', atLeast: 0.5 }],
  async open(benchShop) {
    const { shop, sizes } = await benchShop();
    const address = `${shop.shopUrl}/api/products`;
    const body = await (await fetch(address)).text();
    const floor = await startFloor('http-server', { body });
    const measureRate = async (url: string) => ({
      rate: answersPerSecond(await loadHttp({ url }, CONNECTIONS, sizes.loadMs)),
    });
    // The first calls are not measured, since a new process first compiles its code.
    for (const url of [address, floor.url]) await loadHttp({ url }, CONNECTIONS, sizes.loadMs);
    return {
      shop: () => measureRate(address),
      floor: () => measureRate(floor.url),
      close: () => floor.stop(),
    };
  },
};
