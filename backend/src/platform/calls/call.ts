import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { CallDefinition } from '@pax/contracts';
import { Allow } from './access.js';

export const CALL = Symbol('call');

/**
 * Decorator of a controller's method that serves an API call; path, status, access and limits come from the call's
 * definition.
 */
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
