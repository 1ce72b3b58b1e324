/** A fake bot for specs, which reports to its backend forever; with `stubborn`, it ignores all signals. */
const report = () => void fetch(`${process.env.BACKEND_URL}/bot`).catch(() => undefined);

process.on('SIGTERM', () => {
  if (process.argv[2] !== 'stubborn') process.exit(0);
});
setInterval(report, 50);
