import { startFloor } from '../floor-process.js';
import { loadHttp } from '../load/http-load.js';
import type { Row } from '../row.js';

const LINES = 64;

/** GET /api/products as a visitor's browser asks it. */
export const productList: Row = {
  name: 'products',
  title: 'Product list',
  how: `\`GET /api/products\` over ${LINES} lines at once · floor: bare \`node:http\` that sends the same bytes`,
  measures: [{ key: 'rate', title: 'answers', unit: '/s', atLeast: 0.5 }],
  async open(stage) {
    const { shop, sizes } = await stage();
    const address = `${shop.shopUrl}/api/products`;
    const body = await (await fetch(address)).text();
    const floor = await startFloor('bytes', { body });
    const ask = async (url: string) => ({ rate: await loadHttp(url, LINES, sizes.listMs) });
    // The first seconds of a process belong to its compiler.
    for (const url of [address, floor.url]) await loadHttp(url, LINES, sizes.listMs);
    return {
      shop: () => ask(address),
      floor: () => ask(floor.url),
      close: () => floor.stop(),
    };
  },
};
