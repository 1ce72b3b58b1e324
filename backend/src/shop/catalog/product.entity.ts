import type { Category, Product as WireProduct } from '@pax/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Tells whether the shop shows a product: never a hidden one, and one that becomes available later only to buyers
 * with early access.
 */
export function isInShop(
  { isHidden, availableFrom }: Pick<Product, 'isHidden' | 'availableFrom'>,
  now: Date,
  seesEarly = false,
): boolean {
  return !isHidden && (seesEarly || availableFrom === null || availableFrom <= now);
}

/** A product. Its stock is stored in the ledger. */
@Entity('products')
export class Product {
  @PrimaryGeneratedColumn() id: number;
  @Column('text') name: string;
  @Column('text') category: Category;
  @Column('text', { default: '' }) description: string;
  @Column('text', { default: '' }) image: string;
  @Column('text', { name: 'image_fit', default: 'cover' }) imageFit: WireProduct['imageFit'];
  @Column('int', { name: 'price_cents' }) priceCents: number;
  @Column('int', { name: 'original_price_cents', nullable: true }) originalPriceCents: number | null;
  @Column('text', { nullable: true }) amount: string | null;
  @Column('bigint', { name: 'coin_value', nullable: true }) coinValue: number | null;
  @Column('boolean', { name: 'is_custom', default: false }) isCustom: boolean;
  @Column('boolean', { name: 'is_best_value', default: false }) isBestValue: boolean;
  @Column('boolean', { name: 'is_limited_stock', default: false }) isLimitedStock: boolean;
  @Column('int', { name: 'bulk_min_quantity', nullable: true }) bulkMinQuantity: number | null;
  @Column('int', { name: 'bulk_price_cents', nullable: true }) bulkPriceCents: number | null;
  @Column('timestamptz', { name: 'available_from', nullable: true }) availableFrom: Date | null;
  @Column('int', { name: 'display_order', nullable: true }) displayOrder: number | null;
  @Column('boolean', { name: 'is_hidden', default: false }) isHidden: boolean;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
}
