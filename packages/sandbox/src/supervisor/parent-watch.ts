/**
 * Loaded into every child before its own program: when the supervisor is gone (its line breaks, also by `kill -9`),
 * the child ends as if told to, and at the latest after ten seconds by force.
 */
const timeoutMs = 10_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), timeoutMs).unref();
  // A program that listens for this itself knows best how to end.
  if (process.listenerCount('disconnect') === 1) process.kill(process.pid, 'SIGTERM');
});
// Watching the line must not keep a program alive that is otherwise done.
process.channel?.unref();
