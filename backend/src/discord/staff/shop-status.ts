import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { holdsRight, type BotStatusAnswer, type RightsHolder } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { TicketsQueries } from '../../support/tickets/tickets.queries.js';
import { DiscordStatus } from '../bot/discord-status.js';

const postsRow = z.object({ waitingPosts: z.number(), parkedPosts: z.number() });

/** Reads how much work waits for staff, and the faults between shop, bot and Discord. */
@Injectable()
export class ShopStatus {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly discord: DiscordStatus,
    private readonly orders: OrdersQueries,
    private readonly tickets: TicketsQueries,
  ) {}

  /** Reads the status; each count is null without the right to its list. */
  async readStatus(holder: RightsHolder): Promise<BotStatusAnswer> {
    const [{ openOrders }, { tickets }, { problems }, posts] = await Promise.all([
      this.orders.countByStatus(),
      this.tickets.readCounts(),
      this.discord.readStatus(),
      this.countPosts(),
    ]);
    return {
      openOrders: holdsRight(holder, 'orders') ? openOrders : null,
      tickets: holdsRight(holder, 'tickets') ? tickets : null,
      ...posts,
      problems: problems.map(({ code }) => code),
    };
  }

  private async countPosts(): Promise<z.infer<typeof postsRow>> {
    const row = await sql(this.database).first(
      postsRow,
      `SELECT count(*) FILTER (WHERE state IN ('pending', 'claimed'))::int AS "waitingPosts",
              count(*) FILTER (WHERE state = 'parked')::int AS "parkedPosts"
         FROM posts WHERE state IN ('pending', 'claimed', 'parked')`,
    );
    return row ?? { waitingPosts: 0, parkedPosts: 0 };
  }
}
