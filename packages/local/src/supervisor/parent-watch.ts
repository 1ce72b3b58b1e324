/**
 * Preloaded into every child: when the supervisor is gone (the IPC channel closes, even after `kill -9`), the child gets
 * SIGTERM, and is ended by force after ten seconds.
 */
const timeoutMs = 10_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), timeoutMs).unref();
  // A program with its own listener ends by itself.
  if (process.listenerCount('disconnect') === 1) process.kill(process.pid, 'SIGTERM');
});
// The channel must not keep a finished program alive.
process.channel?.unref();
