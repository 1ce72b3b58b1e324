/**
 * Starts Redis on the given folder, prints its address and keeps running, so that specs can kill the starting process.
 */
import { startRedis } from '../../../dist/redis/start-redis.js';

const [program, dataDir] = process.argv.slice(2);
const redis = await startRedis({ program, dataDir });
console.log(JSON.stringify({ pid: redis.pid, url: redis.url }));
process.on('SIGTERM', () => void redis.stop());
