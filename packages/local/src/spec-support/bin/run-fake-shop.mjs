/** Runs a supervisor over the fake programs in a separate process, which specs can end in every way. */
import { readSettings } from '../../../dist/settings.js';
import { silentReporter } from '../../../dist/supervisor/terminal-output.js';
import { Supervisor } from '../../../dist/supervisor/supervisor.js';

const supervisor = new Supervisor(readSettings(), silentReporter, JSON.parse(process.argv[2]));
process.on('SIGTERM', () => void supervisor.stop().then(() => process.exit(0)));
const overview = await supervisor.start();
console.log(JSON.stringify({ pid: process.pid, shopUrl: overview.shopUrl }));
setInterval(() => undefined, 60_000);
