import { beginWriter, openPostgresStore, openSqliteStore } from '@setpoint/server/testing/rooms/store';
import { WRITES_URL } from '@setpoint/server/testing/rooms/beside-the-rooms';
import { OPERATIONS } from './operations.ts';

// A process of its own: changes the registry of a file or a database at random, until somebody kills it.
const [place = '', seed = '1'] = process.argv.slice(2);
const store = place.startsWith('postgres')
  ? await openPostgresStore({ url: place, connections: 8, isUnsafeAllowed: false, onLost: raise })
  : await openSqliteStore({ databasePath: place, writer: beginWriter(WRITES_URL), onFatal: raise });
let state = Number(seed);
function draw(most: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * most);
}
function raise(cause: Error): never {
  throw cause;
}
for (let now = Number(seed) * 100_000; ; now += 4) {
  const steps = [0, 1, 2, 3].map(async (index) =>
    OPERATIONS[draw(OPERATIONS.length)]?.(
      store,
      { what: 0, client: draw(4), site: draw(4), flag: draw(2) === 1 },
      now + index,
    ),
  );
  await Promise.allSettled(steps);
  // From the first changes on.
  if (now === Number(seed) * 100_000) process.stdout.write('ready\n');
}
