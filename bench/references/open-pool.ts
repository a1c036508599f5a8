import pg from 'pg';

// As many as a node has.
const CONNECTIONS = 20;

/** Connections to the database that the command line names. */
export function openPool(): pg.Pool {
  const [connectionString] = process.argv.slice(2);
  if (connectionString === undefined) throw new Error('usage: node REFERENCE.ts DATABASE_URL');
  return new pg.Pool({ connectionString, max: CONNECTIONS });
}
