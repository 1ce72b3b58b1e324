/**
 * Preloaded into every child: when the supervisor is gone (its IPC channel closes, also after `kill -9`),
 * the child gets SIGTERM, and at the latest after ten seconds by force.
 */
const timeoutMs = 10_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), timeoutMs).unref();
  // A program that listens for this itself knows best how to end.
  if (process.listenerCount('disconnect') === 1) process.kill(process.pid, 'SIGTERM');
});
// Watching the channel must not keep a program alive that is otherwise done.
process.channel?.unref();
