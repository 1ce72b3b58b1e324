/** Runs a program with a child process until a stop signal, then cleans up, as `npm test` does. */
import { writeFileSync } from 'node:fs';
import { listenForStop } from '../lib/stop-signal.mjs';
import { run } from '../lib/run-program.mjs';

const [tidied] = process.argv.slice(2);
const program = `
  const { spawn } = require('node:child_process');
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  console.log(process.pid, other.pid);
  setInterval(() => {}, 1000);
`;
const { code } = await run(process.execPath, ['-e', program], { show: true, stopSignal: listenForStop() });
writeFileSync(tidied ?? '', String(code));
