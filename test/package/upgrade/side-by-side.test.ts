import { expect, it } from 'vitest';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { startBalancer } from '../../proofs/start-balancer.ts';
import { PROGRAM } from '../../support/service/program.ts';
import { restartInTurn } from '../../proofs/prove-rolling-restart.ts';
import { buildNext, NEXT_RELEASE } from './build-next.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const TARBALL = process.env['SETPOINT_TEST_PACKAGE'] ?? '';
// Ten times what it takes: five starts of a node, beside all that the machine does otherwise.
const WITHIN_MS = 300_000;

const temporary = folderOfTests();

it(
  'nodes of two releases share a database under load, whichever comes last, and no request fails',
  async ({ signal }) => {
    const building = buildNext(TARBALL, temporary);
    await using database = await createTestDatabase('empty');
    const next = await building;
    const { faults, restarts, history } = await restartInTurn({
      databaseUrl: database.url,
      requests: 300,
      restarts: 3,
      // Both become the next; then one goes back, and starts on the schema of the other.
      turns: [
        { node: 0, program: next },
        { node: 1, program: next },
        { node: 0, program: PROGRAM },
      ],
      balancing: { start: startBalancer, drainSeconds: 1 },
      sites: 20,
      // Few, so that the nodes that start have the processor.
      callers: 4,
      signal,
    });
    expect(faults).toEqual([]);
    expect(restarts).toBeGreaterThanOrEqual(3);
    expect(history.count('accepted')).toBeGreaterThan(100);
    await expect(database.query('SELECT release FROM store_state')).resolves.toEqual([{ release: NEXT_RELEASE }]);
    await expect(database.query(`SELECT 1 AS done FROM kysely_migration WHERE name = '9999-of-next'`)).resolves.toEqual(
      [{ done: 1 }],
    );
  },
  WITHIN_MS,
);
