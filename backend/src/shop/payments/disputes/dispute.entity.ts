import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A payment that its buyer's bank, or the provider, may take back. */
@Entity('disputes')
export class Dispute {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'payment_id' }) paymentId: number;
  @Column('text', { name: 'provider_ref' }) providerRef: string;
  @Column('int', { name: 'amount_cents' }) amountCents: number;
  @Column('text', { default: 'open' }) state: 'open' | 'won' | 'lost';
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt: Date | null;
  /** When staff were asked last how it ended. */
  @Column('timestamptz', { name: 'reminded_at', nullable: true }) remindedAt: Date | null;
}
