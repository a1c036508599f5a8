import { isDatabaseUrl, openPlace } from './open-place.ts';
import type { Tables } from './tables.ts';
import { recordByShell } from './by-shell.ts';

/** Makes controllers take what is set now for something new, whatever versions they have seen, and ends all sessions. */
export async function raiseEpoch(place: string, now: number): Promise<number> {
  await using tables = await openPlace(place);
  // Whoever writes an event of the epoch before has ended by then, and those who come later write in the next.
  if (isDatabaseUrl(place)) await tables.query('LOCK TABLE event IN SHARE ROW EXCLUSIVE MODE');
  const epoch = await raiseEpochIn(tables, now);
  await endAllCredentials(tables, now);
  await recordByShell(tables, 'store.epoch_raised', { epoch });
  await tables.commit();
  return epoch;
}

export async function raiseEpochIn(tables: Tables, now: number): Promise<number> {
  const [row] = await tables.query('SELECT epoch FROM store_state');
  // One backup may be restored twice: the same number again would stand for two different pasts.
  const epoch = Math.max(Number(row?.['epoch'] ?? 0) + 1, Math.floor(now / 1_000));
  await tables.query(`UPDATE store_state SET epoch = ${epoch}`);
  return epoch;
}

/** Ends every token, session and link: of those that had ended after the backup, it would know nothing. */
export async function endAllCredentials(tables: Tables, now: number): Promise<void> {
  // As the epoch, further on than anything that was handed out since.
  const base = Math.floor(now / 1_000);
  await tables.query(`UPDATE client_secret SET generation = ${base} + generation -
    (SELECT good_from FROM client WHERE client.client_id = client_secret.client_id)`);
  await tables.query(`UPDATE client SET generation = ${base} + generation - good_from, good_from = ${base},
    ended_at = ${now}`);
}
