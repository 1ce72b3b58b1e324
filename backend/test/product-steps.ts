import { afterAll, beforeAll } from '@jest/globals';
import type { AdminProduct, Product } from '@pax/contracts';
import request from 'supertest';
import { startShop, type Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

/** Reads products as an admin and as a visitor. */
export class ProductSteps {
  constructor(
    private readonly shop: Shop,
    private readonly admin: SignedIn,
  ) {}

  async findForAdmin(id: number): Promise<AdminProduct | undefined> {
    const { body }: { body: AdminProduct[] } = await this.admin.agent.get('/api/products').expect(200);
    return body.find((product) => product.id === id);
  }

  async findForVisitor(id: number): Promise<Product | undefined> {
    const { body }: { body: Product[] } = await request(this.shop.app.getHttpServer()).get('/api/products');
    return body.find((product) => product.id === id);
  }

  edit(id: number, change: object) {
    return this.admin.agent.patch(`/api/admin/products/${id}`).send(change);
  }
}

/** Registers hooks of a describe that start a shop with an admin for its products. */
export function withProducts(opened: (shop: Shop, admin: SignedIn, products: ProductSteps) => void): void {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
    const admin = await shop.signIn({ admin: true });
    opened(shop, admin, new ProductSteps(shop, admin));
  });
  afterAll(() => shop.close());
}
