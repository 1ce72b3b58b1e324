import { Controller, Get, Put } from '@nestjs/common';
import {
  setCoinStockRequest,
  type AdminCoinStockAnswer,
  type AdminProduct,
  type CoinStockAnswer,
  type Product,
  type SetCoinStockRequest,
} from '@pax/contracts';
import { Allow, type Actor } from '../../common/access.js';
import { CurrentActor, MaybeActor } from '../../common/current-actor.js';
import { ZodBody } from '../../common/zod.pipe.js';
import { CatalogQueries } from './catalog.queries.js';
import { SetCoinStock } from './set-coin-stock.js';

@Controller('api')
export class CatalogController {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly setCoinStock: SetCoinStock,
  ) {}

  /** All products; admins see what is on hand and the versions as well. */
  @Get('products')
  @Allow('public')
  products(@MaybeActor() actor: Actor | undefined): Promise<Product[] | AdminProduct[]> {
    return actor && actor.role !== 'customer' ? this.catalog.listForAdmins() : this.catalog.list();
  }

  @Get('coin-stock')
  @Allow('public')
  async coinStock(): Promise<CoinStockAnswer> {
    return { coinStock: Math.max(0, (await this.catalog.pool()).free) };
  }

  @Get('admin/coin-stock')
  @Allow('staff')
  adminCoinStock(): Promise<AdminCoinStockAnswer> {
    return this.catalog.pool();
  }

  @Put('admin/coin-stock')
  @Allow('admin')
  set(
    @CurrentActor() actor: Actor,
    @ZodBody(setCoinStockRequest) body: SetCoinStockRequest,
  ): Promise<AdminCoinStockAnswer> {
    return this.setCoinStock.execute(actor, body);
  }
}
