import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS, type DeclaredAccess } from '../../platform/calls/access.js';

export interface DeclaredRoute extends DeclaredAccess {
  method: string;
  path: string;
}

type Handler = (...args: unknown[]) => unknown;

/** All HTTP routes with their declared access. The backend does not start if a route declares none. */
@Injectable()
export class DeclaredRoutes implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    this.listRoutes();
  }

  /**
   * Lists the routes of all controllers.
   * @throws Error naming every route without declared access
   */
  listRoutes(): DeclaredRoute[] {
    const routes = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? this.routesOf(metatype) : []));
    const undeclared = routes.filter((route) => route.declared === undefined);
    if (undeclared.length > 0) {
      const names = undeclared.map(({ method, path }) => `${method} ${path}`).join(', ');
      throw new Error(`Routes without declared access: ${names}`);
    }
    return routes.flatMap(({ method, path, declared }) => (declared ? [{ method, path, ...declared }] : []));
  }

  private routesOf(controller: NonNullable<unknown> & { prototype?: object; name: string }) {
    const prototype = controller.prototype ?? {};
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler: unknown = Reflect.get(prototype, name);
      if (!isHandler(handler)) return [];
      const method: unknown = Reflect.getMetadata(METHOD_METADATA, handler);
      if (typeof method !== 'number') return [];
      const declared = this.reflector.getAllAndOverride<DeclaredAccess | undefined>(ACCESS, [
        handler,
        Object(controller),
      ]);
      return pathsOf(controller).flatMap((base) =>
        pathsOf(handler).map((path) => ({
          method: RequestMethod[method] ?? 'ALL',
          path: joinPaths(base, path),
          declared,
        })),
      );
    });
  }
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

function pathsOf(target: object): string[] {
  const path: unknown = Reflect.getMetadata(PATH_METADATA, target);
  return (Array.isArray(path) ? path : [path]).map(String);
}

function joinPaths(...parts: string[]): string {
  return `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}
