import type { ClientId } from '@setpoint/contract';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { lookUntil } from '../../testing/look-until.ts';
import { storeOfTest } from '../../testing/open-test-store.ts';
import { addPerson } from '../people/add-person.ts';
import { renewSession } from './renew-session.ts';

const NOW = Date.UTC(2030, 0, 1);
const ADA = { issuer: 'https://issuer.example.com', subject: 'ada', personName: 'Ada' };
const personId = '0190a1c0-0000-7000-8000-00000000000a' as ClientId;

it('does not bring back a person whom an operator removes at the same time', async () => {
  const { store, query, url } = await storeOfTest('PostgreSQL');
  await store.write(addPerson, { personId, ...ADA, now: NOW });

  // An operator whose removal has its lock, and no more.
  const operator = new pg.Client(url);
  await operator.connect();
  onTestFinished(() => operator.end());
  await operator.query('BEGIN');
  await operator.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`person:${personId}`]);
  const renewed = store.write(renewSession, {
    claimed: { ...ADA, email: null, isEmailVerified: false, groups: ['trading'] },
    personId,
    groupsEndAt: NOW + 1,
    sessionHash: 'session',
    sealed: '',
    askAgainAt: NOW + 1,
    now: NOW,
  });
  const waiting = `SELECT 1 FROM pg_locks JOIN pg_database ON oid = database
    WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;
  await lookUntil(
    () => query(waiting),
    ({ length }) => length > 0,
  );
  await operator.query(`DELETE FROM client WHERE client_id = '${personId}'`);
  await operator.query('COMMIT');
  await renewed;
  expect(await query('SELECT 1 FROM person')).toEqual([]);
});
