/**
 * Preloaded into every child process: when the supervisor is gone (even after `kill -9`, the IPC channel closes), the
 * child gets SIGTERM, and is killed after ten seconds.
 */
const timeoutMs = 10_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), timeoutMs).unref();
  // A program with its own listener for the disconnection ends by itself.
  if (process.listenerCount('disconnect') === 1) process.kill(process.pid, 'SIGTERM');
});
// The channel must not keep a finished program running.
process.channel?.unref();
