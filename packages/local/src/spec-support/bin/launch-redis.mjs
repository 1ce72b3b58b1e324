/** Starts Redis on the given folder, says where, and stays: a starter that specs can kill. */
import { startRedis } from '../../../dist/redis/start-redis.js';

const [program, dataDir] = process.argv.slice(2);
const redis = await startRedis({ program, dataDir });
console.log(JSON.stringify({ pid: redis.pid, url: redis.url }));
process.on('SIGTERM', () => void redis.stop());
