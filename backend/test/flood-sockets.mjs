// A crowd without manners, as a process of its own: so many sockets that ask for all they may, as fast as they may.
// Arguments: address, sockets, whom they come from. Tells its parent when all were open.
import { setPriority } from 'node:os';
import { io } from 'socket.io-client';

const [url, count, caller] = process.argv.slice(2);
// What the crowd costs its own machine is not the shop's.
setPriority(10);
const RESUME_LIMIT = 500;
const opened = new Set();

for (let n = 0; n < Number(count); n += 1) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { origin: url, 'x-forwarded-for': caller },
    reconnectionDelay: 200,
    reconnectionDelayMax: 1_000,
  });
  let newest = 0;
  let asked = false;
  // Every tenth does not wait for answers either.
  const isImpatient = n % 10 === 0;
  const ask = () => {
    if (!socket.connected) return;
    socket.emit('resume', { room: 'shop', since: Math.max(0, newest - RESUME_LIMIT) }, () =>
      setImmediate(ask),
    );
    if (isImpatient) setTimeout(ask, 100);
  };
  socket.on('head', ({ seq }) => {
    newest = seq;
    if (asked) return;
    asked = true;
    opened.add(n);
    if (opened.size === Number(count)) process.send?.('open');
    ask();
  });
  socket.on('disconnect', (reason) => {
    asked = false;
    if (reason === 'io server disconnect') socket.connect();
  });
}
