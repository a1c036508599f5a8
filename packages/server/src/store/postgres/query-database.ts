import pg from 'pg';
import { numbersAsNumbers } from './numbers-as-numbers.ts';

/** One statement on a connection of its own. */
export async function queryDatabase(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, types: numbersAsNumbers });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}
