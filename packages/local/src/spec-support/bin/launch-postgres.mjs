/**
 * Starts PostgreSQL on the given folder, prints its address and keeps running, so that specs can kill the starting
 * process.
 */
import { startPostgres } from '../../../dist/postgres/start-postgres.js';

const [dataDir] = process.argv.slice(2);
const postgres = await startPostgres({ dataDir, durable: false });
console.log(JSON.stringify({ uid: process.getuid(), pid: postgres.pid, url: postgres.url() }));
process.on('SIGTERM', () => void postgres.stop());
