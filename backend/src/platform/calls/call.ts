import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { CallDefinition } from '@pax/contracts';
import { Allow } from './access.js';

export const CALL = Symbol('call');

/** Serves a call of the contract: address, status, access and bounds come from its definition. */
export const Call = (call: CallDefinition): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[call.method], path: call.path }),
    HttpCode(call.status ?? 200),
    Allow(call),
    SetMetadata(CALL, call),
    RouteConfig({
      bodyLimit: call.bounds?.bodyLimit,
      perAddress: call.bounds?.perAddress,
      kibPerAddress: call.bounds?.kibPerAddress,
      upload: call.upload,
      declared: { access: call.access, right: call.right, secondStep: call.secondStep },
    }),
  );
