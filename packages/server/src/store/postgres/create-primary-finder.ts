import pg from 'pg';

interface Standing {
  readonly address: string;
  /** Raised by each promotion; 0 on a standby. */
  readonly timeline: number;
}

const ANSWER_WITHIN_MS = 1_000;
const TIMELINE = `SELECT CASE WHEN pg_is_in_recovery() THEN 0
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline`;

/**
 * Finds which of several servers takes writes. Once a standby was promoted, a former primary that comes back as
 * if nothing had happened is taken no more, though it takes writes too.
 */
export function createPrimaryFinder(addresses: readonly string[]): () => Promise<string> {
  let latest = 0;
  let running: Promise<string> | undefined;

  async function find(): Promise<string> {
    const asked = await Promise.allSettled(addresses.map(ask));
    const standing = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const best = standing.toSorted((one, other) => other.timeline - one.timeline)[0];
    if (best === undefined || best.timeline === 0 || best.timeline < latest) throw new Error(whyNone(addresses, asked));
    latest = best.timeline;
    return best.address;
  }
  // Connections that are opened together ask once.
  return () => (running ??= find().finally(() => (running = undefined)));
}

async function ask(address: string): Promise<Standing> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    pipeline: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ timeline: number }>(TIMELINE);
    return { address, timeline: rows[0]?.timeline ?? 0 };
  } finally {
    client.end().catch(() => undefined);
  }
}

function whyNone(addresses: readonly string[], asked: readonly PromiseSettledResult<Standing>[]): string {
  const reasons = asked.map((one, index) => {
    const reason = one.status === 'rejected' ? String(one.reason) : whyNot(one.value);
    return `${URL.parse(addresses[index] ?? '')?.host}: ${reason}`;
  });
  return `no host of DATABASE_URL is the primary (${reasons.join('; ')})`;
}

function whyNot({ timeline }: Standing): string {
  return timeline === 0 ? 'a standby' : 'a former primary, replaced by another one';
}
