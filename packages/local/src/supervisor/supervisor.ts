import { join } from 'node:path';
import { describeEnd } from '../process/process-handle.js';
import { settleAll, until } from '../process/wait.js';
import { isPortFree } from '../process/ports.js';
import { StartError, type LocalSettings } from '../settings.js';
import {
  childEnvironments,
  StartEnvironment,
  type ChildEnvironments,
  type DataAddresses,
} from './child-environment.js';
import {
  ChildLog,
  shopPrograms,
  type ShopPrograms,
  startChild,
  type Child,
  type Program,
} from './start-child.js';
import { startDataServices } from './data-services.js';
import { ServiceMonitor, readBackendState, isAnswering, type BackendState } from './service-monitor.js';
import { type Reporter, readAccounts, type DemoAccount, type ShopOverview } from './terminal-output.js';
import { RunFile } from './run-file.js';
import { ensureSecrets, type Secrets } from './third-parties.js';

type Environment = Readonly<Record<string, string>>;
/** A process that serves the shop. */
export type Part = 'stand-ins' | 'backend' | 'bot';

/** Number of failed starts in a row after which the start of the shop is given up. */
const maxFailedStarts = 3;
const readyDeadlineMs = 90_000;

/** Starts, watches and stops all processes of one local shop. An instance can be used for one run. */
export class Supervisor {
  private readonly stopFunctions: ((options: { atOnce: boolean }) => Promise<void>)[] = [];
  private readonly oneOffChildren = new Set<Child>();
  private readonly logs = new Map<string, ChildLog>();
  private readonly secrets: Secrets;
  private readonly environments: ChildEnvironments;
  private starting: Promise<ShopOverview> | undefined;
  private stopped: Promise<void> | undefined;
  private isStopping = false;
  private runFile: RunFile | undefined;
  private readAddresses: (() => DataAddresses) | undefined;

  /** The processes that serve the shop, so that each can be restarted on request. */
  readonly monitors: Partial<Record<Part, ServiceMonitor<Child>>> = {};
  private readonly startEnvironments = new Map<Part, StartEnvironment>();

  constructor(
    private readonly settings: LocalSettings,
    private readonly reporter: Reporter,
    private readonly plan: ShopPrograms = shopPrograms,
  ) {
    this.secrets = ensureSecrets(settings.dataDir);
    this.environments = childEnvironments(settings, this.secrets);
  }

  /**
   * Starts the shop. After a failure, everything is stopped again.
   * @returns what a person needs to know to use the shop
   * @throws StartError with one line of advice, or with the end of the failing child's log
   */
  async start(): Promise<ShopOverview> {
    this.starting = this.startAll();
    try {
      return await this.starting;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /**
   * Restarts a part of the shop on request.
   * @param once settings for the next start only, which override the usual ones
   */
  async restart(part: Part, once: Environment = {}): Promise<void> {
    this.startEnvironments.get(part)?.setForNextStart(once);
    await this.monitors[part]?.restart();
  }

  /**
   * Stops all processes, the last started first, even during a start; resolves once none is left. A second call waits
   * for the first; `atOnce` kills the processes.
   */
  async stop(options: { atOnce?: boolean } = {}): Promise<void> {
    this.isStopping = true;
    this.stopped ??= this.stopAll();
    if (options.atOnce === true) {
      const forced = [...this.oneOffChildren].map((child) => child.stop({ atOnce: true }));
      await Promise.allSettled([...forced, ...this.stopFunctions.map((stop) => stop({ atOnce: true }))]);
    }
    await this.stopped;
  }

  private async stopAll(): Promise<void> {
    await Promise.allSettled([...this.oneOffChildren].map((child) => child.stop()));
    await this.starting?.catch(() => undefined);
    for (const stop of this.stopFunctions.toReversed()) {
      await stop({ atOnce: false }).catch((error: unknown) => this.reporter.note('stopping', String(error)));
    }
    await Promise.all([...this.logs.values()].map((log) => log.close()));
    this.runFile?.releaseFolder();
  }

  private async startAll(): Promise<ShopOverview> {
    const { settings, plan } = this;
    const { playsDiscord, playsStripe, playsPaypal } = this.environments;
    this.runFile = await RunFile.claimFolder(settings);
    const playsAny = playsDiscord || playsStripe || playsPaypal;
    await this.checkPorts(playsAny);

    // Parts start in parallel as far as possible, since a person waits for the shop.
    const [{ environment, accounts }] = await settleAll([this.startDatabase(), this.startStandIns(playsAny)]);
    const [, adminCode] = await settleAll([
      this.startBackendAndBot(environment),
      this.runOptional('admin-code', plan.adminCode, environment()),
    ]);
    return {
      shopUrl: settings.publicUrl,
      sandboxUrl: `http://127.0.0.1:${settings.sandboxPort}`,
      playsDiscord,
      playsStripe,
      playsPaypal,
      dataDir: settings.dataDir,
      adminCode: adminCode.trim().split('\n').at(-1) ?? '',
      accounts,
    };
  }

  private async checkPorts(playsAny: boolean): Promise<void> {
    const { port, sandboxPort } = this.settings;
    const wanted = { PORT: port, ...(playsAny ? { SANDBOX_PORT: sandboxPort } : {}) };
    for (const [name, value] of Object.entries(wanted)) {
      if (!(await isPortFree(value)))
        throw new StartError(`${name} ${value} is taken: set ${name} to a free port`);
    }
    if (playsAny && port === sandboxPort) throw new StartError('PORT and SANDBOX_PORT have to differ');
  }

  private async superviseProgram(
    name: Part,
    program: Program,
    environment: () => Environment,
  ): Promise<void> {
    this.throwIfStopped();
    const log = this.createLog(name);
    const startEnvironment = new StartEnvironment(environment);
    this.startEnvironments.set(name, startEnvironment);
    const launch = async (): Promise<Child> =>
      startChild(program, startEnvironment.takeEnvironmentForStart(), log);
    const monitor = new ServiceMonitor(name, launch, this.reporter, ({ pid }) =>
      this.runFile?.recordChild(name, pid),
    );
    this.monitors[name] = monitor;
    this.stopFunctions.push(async (options) => await monitor.stop(options));
    await monitor.start();
  }

  /** Starts PostgreSQL and the queues, then creates the shop's tables and demo content. */
  private async startDatabase(): Promise<{
    environment: () => Environment;
    accounts: readonly DemoAccount[];
  }> {
    const { settings, secrets, plan, reporter } = this;
    const data = await startDataServices({
      settings,
      secrets,
      reporter,
      onStop: (stop) => this.stopFunctions.push(stop),
      onAddressChange: (part) => this.onAddressChange(part),
    });
    this.readAddresses = data;
    this.runFile?.recordDatabase(data());
    const environment = (): Environment => this.environments.shop(data());
    const output = await this.runToCompletion('seed', plan.seed, this.environments.migration(data()));
    reporter.up('database', 'migrated and seeded');
    return { environment, accounts: readAccounts(output) };
  }

  /** Restarts processes that still use the old address of a server. */
  private onAddressChange(part: string): void {
    this.reporter.note(part, 'restarted at another address; restarting backend and bot with it');
    if (this.readAddresses !== undefined) this.runFile?.recordDatabase(this.readAddresses());
    for (const dependent of ['backend', 'bot'] as const)
      this.monitors[dependent]
        ?.restart()
        .catch((error: unknown) => this.reporter.note(dependent, `could not be restarted: ${String(error)}`));
  }

  private async startStandIns(wanted: boolean): Promise<void> {
    if (!wanted) return;
    await this.superviseProgram('stand-ins', this.plan.standIns, () => this.environments.standIns);
    const url = `http://127.0.0.1:${this.settings.sandboxPort}`;
    await until(
      async () => {
        this.throwIfStopped();
        return await isAnswering(`${url}/health`);
      },
      { deadlineMs: 30_000, what: `stand-ins at ${url}` },
    );
    this.reporter.up('stand-ins', url);
  }

  /** Starts backend and bot; the bot retries until its backend answers. */
  private async startBackendAndBot(environment: () => Environment): Promise<void> {
    await this.superviseProgram('backend', this.plan.backend, environment);
    await this.superviseProgram('bot', this.plan.bot, environment);
    await this.waitForBackend('backend', (state) => state !== 'silent');
    await this.waitForBackend('shop', (state) => state === 'ready');
  }

  private async waitForBackend(what: string, enough: (state: BackendState) => boolean): Promise<void> {
    const base = `http://127.0.0.1:${this.settings.port}`;
    let nextNote = Date.now() + 5_000;
    await until(
      async () => {
        this.throwIfStopped();
        const state = await readBackendState(base, this.secrets.metricsToken);
        if (enough(state)) return true;
        if (Date.now() > nextNote) {
          nextNote = Date.now() + 5_000;
          this.reporter.note(what, state === 'silent' ? 'waiting for the backend to answer' : state);
        }
        return false;
      },
      { deadlineMs: readyDeadlineMs, everyMs: 50, what: `${what} ready at ${base}` },
    );
    this.reporter.up(what, what === 'shop' ? 'ready, bot connected' : base);
  }

  /** Runs a program until it ends. @returns its output @throws StartError with its last lines after a failure */
  private async runToCompletion(name: string, program: Program, environment: Environment): Promise<string> {
    this.throwIfStopped();
    const log = this.createLog(name);
    const child = startChild(program, environment, log);
    this.oneOffChildren.add(child);
    const end = await child.ended;
    this.oneOffChildren.delete(child);
    this.throwIfStopped();
    if (end.code !== 0) throw new StartError(`${name} failed (${describeEnd(end)}):\n${log.getLastLines()}`);
    return child.output();
  }

  /** Like `runToCompletion`, but for an optional program: a failure is reported, and the result is an empty text. */
  private async runOptional(name: string, program: Program, environment: Environment): Promise<string> {
    try {
      return await this.runToCompletion(name, program, environment);
    } catch (error) {
      this.throwIfStopped();
      this.reporter.note(name, error instanceof Error ? error.message : String(error));
      return '';
    }
  }

  private createLog(name: string): ChildLog {
    const known = this.logs.get(name);
    if (known !== undefined) return known;
    const log = new ChildLog(name, join(this.settings.dataDir, 'logs', `${name}.log`), this.reporter);
    this.logs.set(name, log);
    return log;
  }

  /** Aborts a start when a stop was requested, or when a child process failed repeatedly. */
  private throwIfStopped(): void {
    if (this.isStopping) throw new StartError('stopped while starting');
    for (const [name, monitor] of Object.entries(this.monitors)) {
      if (monitor.consecutiveFailures >= maxFailedStarts) {
        const log = this.createLog(name);
        throw new StartError(`${name} does not stay up; see ${log.path}:\n${log.getLastLines()}`);
      }
    }
  }
}
