/** Starts PostgreSQL on the given folder, says where, and stays: a starter that specs can kill. */
import { startPostgres } from '../../../dist/postgres/start-postgres.js';

const [dataDir] = process.argv.slice(2);
const postgres = await startPostgres({ dataDir, durable: false });
console.log(JSON.stringify({ uid: process.getuid(), pid: postgres.pid, url: postgres.url() }));
process.on('SIGTERM', () => void postgres.stop());
