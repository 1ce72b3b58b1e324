/** A bot that reports to its backend for ever; a `stubborn` one ignores all signals. */
const report = () => void fetch(`${process.env.BACKEND_URL}/bot`).catch(() => undefined);

process.on('SIGTERM', () => {
  if (process.argv[2] !== 'stubborn') process.exit(0);
});
setInterval(report, 50);
