import type { RewardKey } from '@pax/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A redeemed reward. Whether it is free, held or used is not here: the ledger has it. */
@Entity('rewards')
export class Reward {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'user_id' }) userId: number;
  @Column('text') key: RewardKey;
  @Column('text') code: string;
  /** Points it cost when it was redeemed. */
  @Column('int', { name: 'points_cost' }) pointsCost: number;
  /** Idempotency key of the request: a repeat finds this row. */
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  @Column('timestamptz', { name: 'redeemed_at' }) redeemedAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}
