import pg from 'pg';
import { everyBeat } from '../platform/loops/every-beat.ts';
import { END_WHEN_CUT_OFF, KEPT_ALIVE } from '../store/postgres/open-pool.ts';

export interface LinkKeeping {
  readonly url: string;
  readonly name: string;
  readonly onNotification: (payload: string) => void;
  /** There is a link again; notifications may have been missed. */
  readonly onRestored: () => void;
  readonly onFailure: (cause: unknown) => void;
  /** Asked now and then; a link on which it fails is given up. */
  readonly check: (client: pg.Client) => Promise<void>;
}

export interface KeptLink {
  /** The connection, while there is one. */
  current(): pg.Client | undefined;
  close(): Promise<void>;
}

const ANSWER_WITHIN_MS = 5_000;
const CHECK_EVERY_MS = 1_000;
const RECONNECT_AFTER_MS = 250;
// A node that is frozen, or cut off, checks nothing: then the server ends its link.
const END_AFTER_MS = 10 * CHECK_EVERY_MS;

/** One connection that listens to a channel, made anew whenever it is lost. */
export async function keepLink(keeping: LinkKeeping, channel: string): Promise<KeptLink> {
  const { onRestored, onFailure, check } = keeping;
  let link: pg.Client | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const client = await openLink(keeping, channel);
    client.once('end', () => lose(client));
    link = client;
    await check(client);
  }

  function lose(lost: pg.Client): void {
    if (link !== lost || isClosed) return;
    link = undefined;
    onFailure(new Error('the link to the other nodes was lost'));
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER_MS).unref());
      if (isClosed) return;
      const isRestored = await connect().then(
        () => true,
        () => false,
      );
      if (isRestored) return onRestored();
    }
  }

  const checking = everyBeat(CHECK_EVERY_MS, () => {
    const checked = link;
    if (checked !== undefined) check(checked).catch(() => checked.end());
  });
  await connect();
  return {
    current: () => link,
    async close() {
      isClosed = true;
      checking.stop();
      await link?.end();
    },
  };
}

async function openLink({ url, name, onNotification }: LinkKeeping, channel: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    ...KEPT_ALIVE,
    // So that a question without an answer ends the connection.
    pipeline: true,
  });
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => onNotification(payload));
  await client.connect();
  await client.query(END_WHEN_CUT_OFF);
  await client.query(`SET idle_session_timeout = ${END_AFTER_MS}`);
  await client.query(`LISTEN ${channel}`);
  return client;
}
