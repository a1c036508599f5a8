import { BenchPostgres } from './bench-postgres.ts';
import type { Run } from './run.ts';
import { SeededStores } from './seeded-store.ts';

/** A PostgreSQL, and databases on it with sites of the service. */
export interface PostgresStores {
  postgres: BenchPostgres;
  stores: SeededStores;
}

// What one node signs for this address the other takes.
const PUBLIC_URL = 'http://setpoint.example';

export function postgresStores(run: Run): PostgresStores {
  const postgres = new BenchPostgres(run);
  const envOf = async (name: string) => ({
    DATABASE_URL: await postgres.createDatabase(name),
    SETPOINT_PUBLIC_URL: PUBLIC_URL,
  });
  return { postgres, stores: new SeededStores(run.directory, { envOf }) };
}
