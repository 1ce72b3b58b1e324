import { Controller, Res, StreamableFile } from '@nestjs/common';
import { exportCalls, type ExportedList, type ExportQuery } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { Clock } from '../../platform/clock.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodQuery } from '../../platform/http/zod.pipe.js';
import { ExportList } from './export-list.js';

@Controller()
export class ExportsController {
  constructor(
    private readonly exportList: ExportList,
    private readonly clock: Clock,
  ) {}

  @Call(exportCalls.exportList)
  async startExport(
    @CurrentActor() actor: Actor,
    @PathParam(exportCalls.exportList, 'list') list: ExportedList,
    @ZodQuery(exportCalls.exportList.query) query: ExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const csv = await this.exportList.execute(actor, list, query);
    const day = this.clock.now().toISOString().slice(0, 10);
    void reply.header('content-disposition', `attachment; filename="${list}-${day}.csv"`);
    void reply.header('cache-control', 'no-store');
    return new StreamableFile(csv, { type: 'text/csv; charset=utf-8' });
  }
}
