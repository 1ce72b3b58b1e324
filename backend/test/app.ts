import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { createApp } from '../src/create-app.js';
import { createTestDatabase } from './database.js';
import { testSettings } from './settings.js';

export interface TestApp {
  app: NestFastifyApplication;
  database: DataSource;
  databaseUrl: string;
  close(): Promise<void>;
}

/** The whole backend on a database of its own. */
export async function startTestApp(overrides: Record<string, string> = {}): Promise<TestApp> {
  const testDatabase = await createTestDatabase();
  const app = await createApp(testSettings(testDatabase.url, overrides));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const close = async (): Promise<void> => {
    await app.close();
    await testDatabase.drop();
  };
  return { app, database: app.get(DataSource), databaseUrl: testDatabase.url, close };
}
