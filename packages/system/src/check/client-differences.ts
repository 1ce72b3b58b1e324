import { order, type Order, type RoomMessage } from '@pax/contracts';
import { until } from '@pax/local';
import type { RoomClient } from '../support/room-client.js';
import type { Person } from '../support/person.js';
import type { WholeShop } from '../support/whole-shop.js';

/**
 * Compares the messages that clients received with the committed ones of their rooms: each number once, in order,
 * newest state (E5).
 * @returns a line for each difference
 */
export async function findClientDifferences(
  shop: WholeShop,
  clients: readonly RoomClient[],
): Promise<string[]> {
  const found: string[] = [];
  for (const client of clients) {
    for (const room of client.joinedRooms) {
      let expected: string[] = [];
      const receivedNow = (): string[] => client.getMessages(room).map(messageKey);
      const isComplete = async (): Promise<boolean> => {
        expected = await readCommittedKeys(shop, room, client.getFirstNumber(room));
        return receivedNow().join() === expected.join();
      };
      // Missed messages may take until the next repeated head, which makes a client ask for them every ten seconds.
      await until(isComplete, { deadlineMs: 15_000, everyMs: 100, what: room }).catch(() =>
        found.push(describeFirstDifference(room, receivedNow(), expected)),
      );
    }
    found.push(...(await findStaleOrders(client)));
  }
  return found;
}

function describeFirstDifference(
  room: string,
  receivedNow: readonly string[],
  expected: readonly string[],
): string {
  const at = [...expected, 'nothing'].findIndex((one, index) => receivedNow[index] !== one);
  return `${room}: received ${receivedNow[at] ?? 'nothing'} where ${expected[at] ?? 'nothing'} was committed (${receivedNow.length} of ${expected.length})`;
}

const messageKey = ({ seq, id }: Pick<RoomMessage, 'seq' | 'id'>): string => `${seq}:${id}`;

async function readCommittedKeys(shop: WholeShop, room: string, since: number): Promise<string[]> {
  const { rows } = await shop.database.query<{ seq: string; id: string }>(
    'SELECT seq, event_id AS id FROM stream_messages WHERE room = $1 AND seq > $2 ORDER BY seq',
    [room, since],
  );
  return rows.map(({ seq, id }) => messageKey({ seq: Number(seq), id }));
}

/** Finds orders whose newest state at a client differs from that in the list. */
async function findStaleOrders(client: RoomClient): Promise<string[]> {
  const isAdmin = client.joinedRooms.includes('admin');
  if (client.person.id === 0) return [];
  const paths = isAdmin
    ? ['/api/admin/orders?limit=500', '/api/admin/orders/archived?limit=500']
    : ['/api/orders'];
  const lists = await Promise.all(paths.map((path) => readAllOrders(client.person, path)));
  const listed = new Map(lists.flat().map((one) => [one.id, one]));
  const received = new Map<number, unknown>();
  const room = isAdmin ? 'admin' : `user:${client.person.id}`;
  for (const { type, data } of client.getMessages(room)) {
    if (!type.startsWith('order.')) continue;
    const one = order.parse(data);
    received.set(one.id, one);
  }
  return [...received]
    .filter(([id, one]) => JSON.stringify(one) !== JSON.stringify(order.safeParse(listed.get(id)).data))
    .map(([id]) => `${room}: order ${id} differs from the list call`);
}

/** Reads all pages of an order list. */
async function readAllOrders(person: Person, path: string): Promise<Order[]> {
  const found: Order[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const answer = await person.call('GET', next);
    found.push(...order.array().parse(answer.body));
    next = /<(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return found;
}
