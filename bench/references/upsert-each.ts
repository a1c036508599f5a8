import { Buffer } from 'node:buffer';
import { listen } from './listen.ts';
import { openPool } from './open-pool.ts';

const UPSERT = {
  name: 'upsert',
  text: `INSERT INTO stored (site_id, body) VALUES ($1, $2)
    ON CONFLICT (site_id) DO UPDATE SET body = excluded.body`,
};
const LOG = { name: 'log', text: 'INSERT INTO log (site_id, at, body) VALUES ($1, $2, $3) RETURNING id' };

const pool = openPool();
await pool.query('CREATE TABLE stored (site_id TEXT PRIMARY KEY, body TEXT NOT NULL)');
await pool.query(`CREATE TABLE log (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, site_id TEXT NOT NULL, at BIGINT NOT NULL, body TEXT NOT NULL)`);

async function save(siteId: string, text: string): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ ...UPSERT, values: [siteId, text] });
    const { rows } = await client.query<{ id: string }>({ ...LOG, values: [siteId, Date.now(), text] });
    await client.query('COMMIT');
    return rows[0]?.id ?? '';
  } finally {
    client.release();
  }
}

listen((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const { schedules } = JSON.parse(text) as { schedules: unknown[] };
    void save(request.url ?? '', text).then((id) =>
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ batchId: id, accepted: schedules.length })),
    );
  });
});
