import { Controller, Req, Res, StreamableFile } from '@nestjs/common';
import { ownDataCalls, type OwnDataAnswer, type ProveOwnerRequest } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { readCallOrigin } from '../../platform/http/request-context.js';
import { OwnerProof } from '../../people/sign-in/password/owner-proof.js';
import { RequestDeletion } from './account-deletions.js';
import { ExportOwnData } from './export/export-own-data.js';
import { OwnDataQueries } from './own-data.queries.js';

/**
 * Values of the `sec-fetch-site` header with which a download may start: the shop's own site, or an address
 * typed by hand.
 */
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);
/**
 * Values of the `sec-fetch-dest` header with which the export may be requested: by a script or a link, not as
 * a picture or frame.
 */
const DOWNLOADS: ReadonlySet<unknown> = new Set([undefined, 'empty', 'document']);

/**
 * Calls of people on their own data: confirm their identity, export the data, delete the account, cancel the
 * deletion.
 */
@Controller()
export class OwnDataController {
  constructor(
    private readonly queries: OwnDataQueries,
    private readonly ownerProof: OwnerProof,
    private readonly sessions: Sessions,
    private readonly exportData: ExportOwnData,
    private readonly deletion: RequestDeletion,
  ) {}

  @Call(ownDataCalls.ownData)
  readState(@CurrentActor() actor: Actor): Promise<OwnDataAnswer> {
    return this.queries.readOwnDataState(actor);
  }

  /** An account without a password can be confirmed only by a recent sign-in. */
  @Call(ownDataCalls.proveOwner)
  async proveOwner(
    @CurrentActor() actor: Actor,
    @ZodBody(ownDataCalls.proveOwner.body) { currentPassword }: ProveOwnerRequest,
    @Req() request: FastifyRequest,
  ): Promise<OwnDataAnswer> {
    const { passwordHash } = await this.ownerProof.requireProof(
      actor,
      currentPassword,
      readCallOrigin(request).address,
    );
    if (passwordHash !== null) await this.sessions.recordPasswordProof(actor.sessionId);
    return this.queries.readOwnDataState(actor);
  }

  @Call(ownDataCalls.exportOwnData)
  async startExport(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { 'sec-fetch-site': site, 'sec-fetch-dest': dest } = request.headers;
    if (!OWN_SITES.has(site) || !DOWNLOADS.has(dest))
      throw new ShopError('ORIGIN_FORBIDDEN', 'This download starts on the account page only.');
    const file = await this.exportData.execute(actor, readCallOrigin(request));
    void reply.header('content-disposition', `attachment; filename="account-${actor.userId}.json"`);
    return new StreamableFile(file, { type: 'application/json; charset=utf-8' });
  }

  @Call(ownDataCalls.deleteAccount)
  async startDeletion(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<OwnDataAnswer> {
    await this.deletion.requestDeletion(actor, readCallOrigin(request));
    return this.queries.readOwnDataState(actor);
  }

  @Call(ownDataCalls.keepAccount)
  async keepAccount(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<OwnDataAnswer> {
    await this.deletion.cancelDeletion(actor, readCallOrigin(request));
    return this.queries.readOwnDataState(actor);
  }
}
