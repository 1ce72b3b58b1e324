import type {
  MailLanguage,
  TicketPriority,
  TicketRating,
  TicketSide,
  TicketStatus,
  TierName,
} from '@pax/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A support ticket: a question to the shop, by an account or a visitor. */
@Entity('tickets')
export class Ticket {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'user_id', nullable: true }) userId: number | null;
  @Column('text') name: string;
  @Column('text') email: string;
  @Column('text') subject: string;
  @Column('text') message: string;
  @Column('text') priority: TicketPriority;
  @Column('text', { default: 'open' }) status: TicketStatus;
  @Column('text', { nullable: true }) response: string | null;
  /** Language of the mails about the ticket. */
  @Column('text', { default: 'en' }) language: MailLanguage;
  /** The sender's rating of the answer. */
  @Column('int', { nullable: true }) rating: TicketRating | null;
  /** The sender's tier at the time when the ticket was sent. */
  @Column('text', { nullable: true }) tier: TierName | null;
  @Column('boolean', { name: 'priority_support', default: false }) prioritySupport: boolean;
  /** SHA-256 of the secret link; null for a ticket that the account page shows. */
  @Column('text', { name: 'token_hash', nullable: true }) tokenHash: string | null;
  /** Keyed hashes of the request that created the ticket, and of the Discord request that answered it. */
  @Column('text', { name: 'request_key', nullable: true }) requestKey: string | null;
  @Column('text', { name: 'answer_key', nullable: true }) answerKey: string | null;
  @Column('int', { default: 1 }) version: number;
  /** Number of changes that the sender must not notice; the sender's version leaves them out. */
  @Column('int', { name: 'inside_changes', default: 0 }) insideChanges: number;
  /** Number of messages that both sides wrote, with time and side of the newest one. */
  @Column('int', { default: 0 }) messages: number;
  @Column('timestamptz', { name: 'last_message_at', nullable: true }) lastMessageAt: Date | null;
  @Column('text', { name: 'last_message_side', nullable: true }) lastMessageSide: TicketSide | null;
  /** Rank by the newest message, or by the opening; null for tickets older than ranks, which their id ranks. */
  @Column('int', { nullable: true, default: () => `nextval('ticket_recency')` }) recency: number | null;
  /** The resolved ticket that this one follows; one ticket follows each at most. */
  @Column('int', { name: 'follows_id', nullable: true }) followsId: number | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  /** Time of the last activity on the ticket, by the database's clock. */
  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' }) changedAt: Date;
  /** Time at which the ticket was answered or closed. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}
