/**
 * A fake program for specs, which prints its arguments, one per line, and succeeds; with `fail`, it prints an error and
 * fails.
 */
const [first, ...rest] = process.argv.slice(2);
if (first === 'fail') {
  console.error(`cannot: ${rest.join(' ')}`);
  process.exit(3);
}
console.log([first, ...rest].join('\n'));
