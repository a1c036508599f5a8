import pg from 'pg';
import type { OnMigration } from '../store/migrations/migration-progress.ts';
import { migratePostgres } from '../store/postgres/migrate-postgres.ts';
import { numbersAsNumbers } from '../store/postgres/numbers-as-numbers.ts';
import { createPostgresTx, createPreparer } from '../store/postgres/create-postgres-tx.ts';
import type { NamedStatement } from '../store/postgres/statement-batch.ts';
import { textOfBytes } from '../store/values/stored-text.ts';
import { createSecretBox } from '../store/secrets/secret-box.ts';
import type { Tx } from '../store/tx.ts';
import { ID_TYPE, namesOf, ROWS_AT_ONCE, type Row, type Table, type Tables } from './tables.ts';

/** A database, brought to the schema of this release. */
export async function openPostgresTables(url: string, onStep: OnMigration = () => undefined): Promise<Tables> {
  await migratePostgres(url, { onStep });
  return connect(url, 'BEGIN');
}

/** Reads a database as of one instant, beside the services that write to it. */
export function readPostgresTables(url: string): Promise<Tables> {
  return connect(url, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

async function connect(url: string, begin: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: url, application_name: 'setpoint', types: numbersAsNumbers });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(begin);
  return {
    dialect: 'postgres',
    tx: txOn(client),
    async query(text) {
      const { rows } = await client.query<Row>(text);
      return rows;
    },
    async *rows({ name, columns }) {
      await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${namesOf(columns)} FROM ${name}`);
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${ROWS_AT_ONCE} FROM copied`);
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('CLOSE copied');
    },
    async insert({ name, columns }, rows) {
      const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
      const values = columns.map((column) => rows.map((row) => storable(row[column.name], column)));
      await client.query(`INSERT INTO ${name} (${namesOf(columns)}) SELECT * FROM unnest(${arrays})`, values);
    },
    async commit() {
      await client.query('COMMIT');
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

// One statement at a time: what fails is known before the commit, which would only roll back and not say so.
function txOn(client: pg.Client): Tx {
  const prepare = createPreparer();
  const ask = async ({ text, values }: NamedStatement) => client.query<Row>(text, [...values]);
  const run: Tx['run'] = async (statement, params) => {
    await ask(prepare(statement, params));
  };
  return { ...createPostgresTx(prepare, { ask, send: () => undefined, secrets: createSecretBox([]) }), run, lock: run };
}

// Texts that are compressed are bytes in a file, and base64 here; so are ids of the log, and a type here.
function storable(value: unknown, { type }: Table['columns'][number]): unknown {
  if (!(value instanceof Uint8Array)) return value ?? null;
  return type === ID_TYPE ? Buffer.from(value).toString('hex') : textOfBytes(value);
}
