import { Controller, Res } from '@nestjs/common';
import {
  catalogCalls,
  type AdminProduct,
  type CreateProductRequest,
  type DeleteProductsAnswer,
  type DeleteProductsRequest,
  type UpdateProductRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { CatalogQueries } from './catalog.queries.js';
import { CreateProduct } from './create-product.js';
import { DeleteProducts } from './delete-products.js';
import { UpdateProduct } from './update-product.js';

/** Calls of the admin panel for products. */
@Controller()
export class AdminProductsController {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly streams: StreamStore,
    private readonly createProduct: CreateProduct,
    private readonly updateProduct: UpdateProduct,
    private readonly deleteProducts: DeleteProducts,
  ) {}

  @Call(catalogCalls.deletedProducts)
  async listDeleted(@Res({ passthrough: true }) reply: FastifyReply): Promise<AdminProduct[]> {
    await this.streams.setSeqHeader(reply, 'admin');
    return this.catalog.listDeleted();
  }

  @Call(catalogCalls.createProduct)
  createOne(
    @CurrentActor() actor: Actor,
    @ZodBody(catalogCalls.createProduct.body) body: CreateProductRequest,
  ): Promise<AdminProduct> {
    return this.createProduct.execute(actor, body);
  }

  @Call(catalogCalls.updateProduct)
  updateOne(
    @CurrentActor() actor: Actor,
    @PathParam(catalogCalls.updateProduct, 'id') id: number,
    @ZodBody(catalogCalls.updateProduct.body) body: UpdateProductRequest,
  ): Promise<AdminProduct> {
    return this.updateProduct.execute(actorName(actor), id, body);
  }

  @Call(catalogCalls.deleteProduct)
  async deleteOne(
    @CurrentActor() actor: Actor,
    @PathParam(catalogCalls.deleteProduct, 'id') id: number,
  ): Promise<{ success: true }> {
    await this.deleteProducts.deleteProduct(actor, id);
    return { success: true };
  }

  @Call(catalogCalls.deleteProducts)
  async deleteSeveral(
    @CurrentActor() actor: Actor,
    @ZodBody(catalogCalls.deleteProducts.body) { ids }: DeleteProductsRequest,
  ): Promise<DeleteProductsAnswer> {
    return { deleted: await this.deleteProducts.deleteProducts(actor, ids) };
  }

  @Call(catalogCalls.restoreProduct)
  restoreOne(
    @CurrentActor() actor: Actor,
    @PathParam(catalogCalls.restoreProduct, 'id') id: number,
  ): Promise<AdminProduct> {
    return this.deleteProducts.restoreProduct(actor, id);
  }
}
