import { Controller, Headers, Res } from '@nestjs/common';
import {
  ADMIN_STREAM_SEQ_HEADER,
  catalogCalls,
  holdsRight,
  STREAM_SEQ_HEADER,
  type AdminCoinStockAnswer,
  type AdminProduct,
  type BestSellersAnswer,
  type CoinStockAnswer,
  type Product,
  type SetCoinStockRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { acceptsBrotli } from '../../platform/http/cached-response.js';
import { CurrentActor, MaybeActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { BestSellers } from './best-sellers.js';
import { CatalogQueries } from './catalog.queries.js';
import { SetCoinStock } from './set-coin-stock.js';
import { PublicCatalogCache } from './public-catalog-cache.js';

@Controller()
export class CatalogController {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly streams: StreamStore,
    private readonly setCoinStock: SetCoinStock,
    private readonly publicCatalog: PublicCatalogCache,
    private readonly bestSellers: BestSellers,
  ) {}

  /** Lists all products that the caller may see. Staff who manage products also see stock on hand and versions. */
  @Call(catalogCalls.products)
  async listProducts(
    @MaybeActor() actor: Actor | undefined,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Product[] | AdminProduct[] | Buffer> {
    if (!actor) {
      const list = await this.publicCatalog.readSnapshot();
      void reply.header(STREAM_SEQ_HEADER, String(list.seq)).header('vary', 'accept-encoding');
      void reply.type('application/json; charset=utf-8');
      if (!acceptsBrotli(accepted)) return list.body;
      void reply.header('content-encoding', 'br');
      return list.compressed();
    }
    await this.streams.setSeqHeader(reply, 'shop');
    if (!holdsRight(actor, 'products')) return this.catalog.listPublic(actor.userId);
    await this.streams.setSeqHeader(reply, 'admin', ADMIN_STREAM_SEQ_HEADER);
    return this.catalog.listForAdmins();
  }

  @Call(catalogCalls.bestSellers)
  listBestSellers(): Promise<BestSellersAnswer> {
    return this.bestSellers.read();
  }

  @Call(catalogCalls.coinStock)
  async readCoinStock(@Res({ passthrough: true }) reply: FastifyReply): Promise<CoinStockAnswer> {
    await this.streams.setSeqHeader(reply, 'shop');
    return { coinStock: Math.max(0, (await this.catalog.readPool()).free) };
  }

  @Call(catalogCalls.adminCoinStock)
  async readAdminCoinStock(@Res({ passthrough: true }) reply: FastifyReply): Promise<AdminCoinStockAnswer> {
    await this.streams.setSeqHeader(reply, 'admin');
    return this.catalog.readPool();
  }

  @Call(catalogCalls.setCoinStock)
  changeCoinStock(
    @CurrentActor() actor: Actor,
    @ZodBody(catalogCalls.setCoinStock.body) body: SetCoinStockRequest,
  ): Promise<AdminCoinStockAnswer> {
    return this.setCoinStock.execute(actor, body);
  }
}
