import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Post, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import 'reflect-metadata';
import { Allow } from '../../platform/calls/access.js';
import { DeclaredRoutes } from './declared-routes.js';

@Controller('api/good')
@Allow({ access: 'session' })
class GoodController {
  @Get()
  all(): string {
    return 'all';
  }

  @Post(':id/act')
  @Allow({ access: 'admin' })
  act(): string {
    return this.helper();
  }

  helper(): string {
    return 'no route';
  }
}

@Controller('api/half')
class HalfController {
  @Get('told')
  @Allow({ access: 'public' })
  told(): string {
    return 'told';
  }

  @Get('forgotten')
  undeclared(): string {
    return 'forgotten';
  }
}

const boot = async (...controllers: Type[]) => {
  const testing = Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers,
    providers: [DeclaredRoutes],
  });
  const module = await testing.compile();
  await module.init();
  return module.get(DeclaredRoutes).listRoutes();
};

describe('DeclaredRoutes (OWN-13)', () => {
  it('lists every route with the declaration nearest to it', async () => {
    expect(await boot(GoodController)).toEqual([
      { method: 'GET', path: '/api/good', access: 'session' },
      { method: 'POST', path: '/api/good/:id/act', access: 'admin' },
    ]);
  });

  it('does not start with a route without declared access', async () => {
    await expect(boot(GoodController, HalfController)).rejects.toThrow(
      'Routes without declared access: GET /api/half/forgotten',
    );
  });
});
