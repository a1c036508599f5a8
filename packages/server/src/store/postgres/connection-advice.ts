/** How many connections a server allows, and how many there are. */
export interface ServerConnections {
  /** To this database, by this role. */
  readonly allowed: number;
  readonly taken: number;
}

// The link to the other nodes.
const BESIDES = 1;

/** As one row; limits of the role and of the database are -1 where there are none. */
export const CONNECTIONS = `SELECT least(
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true), '0')::integer,
    nullif(datconnlimit, -1), nullif(rolconnlimit, -1)) AS "allowed",
  (SELECT count(*) - 1 FROM pg_stat_activity WHERE backend_type = 'client backend')::integer AS "taken"
  FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`;

export interface ConnectionAdvice {
  readonly isEnough: boolean;
  readonly sentence: string;
}

/** Whether what a node may open fits beside what is open now. */
export function connectionAdvice(connections: number, { allowed, taken }: ServerConnections): ConnectionAdvice {
  const wanted = connections + BESIDES;
  const isEnough = wanted + taken <= allowed;
  const found = `this node opens up to ${wanted} connections to the database, which allows ${allowed}; ${taken} are open`;
  if (isEnough) return { isEnough, sentence: found };
  const way = 'raise max_connections, or lower SETPOINT_DATABASE_CONNECTIONS of all nodes';
  return { isEnough, sentence: `${found}, so some of its calls may fail: ${way}` };
}
