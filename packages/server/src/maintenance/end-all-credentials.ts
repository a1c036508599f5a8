import type { Tables } from './tables.ts';

/** Ends every token, session and link: of those that had ended after the backup, it would know nothing. */
export async function endAllCredentials(tables: Tables, now: number): Promise<void> {
  // As the epoch, further on than anything that was handed out since.
  const base = Math.floor(now / 1_000);
  await tables.query(`UPDATE client_secret SET generation = ${base} + generation -
    (SELECT good_from FROM client WHERE client.client_id = client_secret.client_id)`);
  await tables.query(`UPDATE client SET generation = ${base} + generation - good_from, good_from = ${base},
    ended_at = ${now}`);
}
