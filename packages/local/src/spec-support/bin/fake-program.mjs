/** A program that prints its arguments, a line each, and ends well; with `fail` it says why not. */
const [first, ...rest] = process.argv.slice(2);
if (first === 'fail') {
  console.error(`cannot: ${rest.join(' ')}`);
  process.exit(3);
}
console.log([first, ...rest].join('\n'));
