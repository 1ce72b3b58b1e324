import { linkSync, mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  isSameProcess,
  identifyProcess,
  type ProcessIdentity,
  stopProcess,
} from '../process/process-handle.js';
import { readJsonFile, writeJsonFile } from '../process/private-json.js';
import { StartError, type LocalSettings } from '../settings.js';
import type { DataAddresses } from './child-environment.js';

const identitySchema = z.object({ pid: z.number().int(), started: z.string() });
const schema = z.object({
  owner: identitySchema,
  shopUrl: z.string(),
  /** Addresses of the shop's database, for tools that work on a running shop. */
  databaseUrl: z.string().optional(),
  /** Address of the database for the role that owns the tables. */
  migrationDatabaseUrl: z.string().optional(),
  children: z.record(z.string(), identitySchema),
});

/** Record about a running supervisor, stored in its data folder. */
export type RunRecord = z.infer<typeof schema>;

const runPath = (dataDir: string): string => join(dataDir, 'run.json');

/** Reads the record about the supervisor that runs on a data folder; undefined if none runs. */
export function readRunRecord(dataDir: string): RunRecord | undefined {
  const record = readJsonFile(runPath(dataDir), schema);
  return record !== undefined && isSameProcess(record.owner) ? record : undefined;
}

/** Claims a data folder for one supervisor. */
export class RunFile {
  private constructor(
    private readonly path: string,
    private record: RunRecord,
  ) {}

  /**
   * Claims the data folder, after ending processes that a killed supervisor left running.
   * @throws StartError when another supervisor uses the folder
   */
  static async claimFolder(settings: Pick<LocalSettings, 'dataDir' | 'publicUrl'>): Promise<RunFile> {
    const path = runPath(settings.dataDir);
    const owner = identifyProcess();
    if (owner === undefined) throw new Error('this process cannot find itself');
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
    const record: RunRecord = { owner, shopUrl: settings.publicUrl, children: {} };
    // The file is created by a link, which is atomic, so that other processes never see a half-written file.
    const draft = `${path}.${process.pid}.claim`;
    writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
    try {
      for (let attempt = 1; ; attempt += 1) {
        if (tryLink(draft, path)) return new RunFile(path, record);
        const holder = readRunRecord(settings.dataDir);
        if (holder !== undefined || attempt === 3) throw alreadyRunning(settings.dataDir, holder);
        await endLeftoverChildren(settings.dataDir);
        unlinkSync(path);
      }
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** Records a child process, so that a later start can end it if the supervisor is killed. */
  recordChild(name: string, pid: number): void {
    const child: ProcessIdentity | undefined = identifyProcess(pid);
    if (child !== undefined)
      this.writeRecord({ ...this.record, children: { ...this.record.children, [name]: child } });
  }

  /** Records the addresses of the shop's database. */
  recordDatabase({ databaseUrl, migrationDatabaseUrl }: DataAddresses): void {
    this.writeRecord({ ...this.record, databaseUrl, migrationDatabaseUrl });
  }

  /** Gives the data folder free for another supervisor. */
  releaseFolder(): void {
    rmSync(this.path, { force: true });
  }

  private writeRecord(record: RunRecord): void {
    this.record = record;
    writeJsonFile(this.path, record);
  }
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch {
    return false;
  }
}

function alreadyRunning(dataDir: string, holder: RunRecord | undefined): StartError {
  const who = holder === undefined ? '' : ` at ${holder.shopUrl} (process ${holder.owner.pid})`;
  return new StartError(`a shop already runs${who} on DATA_DIR ${dataDir}: stop it, or set another DATA_DIR`);
}

async function endLeftoverChildren(dataDir: string): Promise<void> {
  const record = readJsonFile(runPath(dataDir), schema);
  const left = Object.values(record?.children ?? {}).filter((child) => isSameProcess(child));
  await Promise.all(left.map((child) => stopProcess(child.pid, { group: true })));
}
