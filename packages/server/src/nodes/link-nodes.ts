import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { SiteSignals } from '../platform/site-signals.ts';
import { SIGNAL_CHANNEL } from '../store/postgres/tell-nodes.ts';
import { createDatabaseClock } from './database-clock.ts';
import { type Company, createCompany } from './company.ts';
import { keepLink } from './keep-link.ts';
import type { Nodes } from './nodes.ts';
import { createSignalPack, type SignalPack, tellsOfWrite, unpackPools, unpackSignals } from './signal-pack.ts';

export interface LinkOptions {
  readonly url: string;
  readonly onFailure: (cause: unknown) => void;
}

// Any number will do that every release of this program shares.
const CHOSEN_LOCK = 5_371_020_265;
// Signals of a few milliseconds go together: each notification is a transaction of its own.
const GATHER_FOR_MS = 4;

/**
 * Links the nodes of one database by a connection of its own: signals as notifications, sent after the commit
 * that they tell of; the node that holds an advisory lock is the chosen one. All of it may be lost with
 * the connection, and is made good when there is another.
 */
export async function linkNodes({ url, onFailure: report }: LinkOptions): Promise<Nodes> {
  const nodeId = randomBytes(6).toString('hex');
  const pack = createSignalPack();
  const company = createCompany();
  const clock = createClock((isFirst) => `${nodeId} ${company.word(isFirst)}`);
  let sender: ReturnType<typeof createSender> | undefined;
  let signals: SiteSignals | undefined;
  let hearOfWrite = () => {};
  let isClosed = false;
  // What is under way when this node closes cannot be said any more.
  const onFailure = (cause: unknown) => {
    if (!isClosed) report(cause);
  };
  const link = await keepLink(
    {
      url,
      name: `setpoint node ${nodeId}`,
      onFailure,
      onNotification(payload) {
        const [from, text = ''] = payload.split(' ');
        if (from === nodeId) return;
        const answer = company.hear(text);
        if (answer !== undefined) sender?.say(answer).catch(onFailure);
        if (tellsOfWrite(text)) hearOfWrite();
        if (signals !== undefined) tellHere(signals, text);
      },
      onRestored() {
        if (signals !== undefined) lookEverywhere(signals);
        hearOfWrite();
        sender?.sendSoon();
      },
      check: (client) => clock.read(client),
    },
    SIGNAL_CHANNEL,
  );
  sender = createSender({ pack, company, onFailure }, async (text) => {
    const client = link.current();
    if (client === undefined) return false;
    await client.query('SELECT pg_notify($1, $2)', [SIGNAL_CHANNEL, `${nodeId} ${text}`]);
    return true;
  });
  return {
    nodeId,
    now: () => Date.now() + clock.aheadMs(),
    isChosen: createChoice(() => link.current()),
    join(joined) {
      signals = joined;
      const soon = () => sender?.sendSoon();
      joined.relayTo(
        (siteId, signal) => (pack.add(siteId, signal), soon()),
        (poolId) => (pack.addPool(poolId), soon()),
      );
    },
    tellOfWrite: () => sender?.tellOfWrite(),
    hearOfWrites: (hear) => void (hearOfWrite = hear),
    close() {
      isClosed = true;
      return link.close();
    },
  };
}

function tellHere(signals: SiteSignals, text: string): void {
  for (const { siteId, signal } of unpackSignals(text)) signals.sendHere(siteId, signal);
  for (const poolId of unpackPools(text)) signals.sendPoolHere(poolId);
}

function lookEverywhere(signals: SiteSignals): void {
  for (const signal of ['schedule', 'report', 'keys'] as const) signals.sendToAllHere(signal);
  signals.sendPoolHere(undefined);
}

// A lock is held as long as the connection that took it.
function createChoice(current: () => pg.Client | undefined): () => Promise<boolean> {
  const chosenOn = new WeakSet<pg.Client>();
  return async () => {
    const client = current();
    if (client === undefined) return false;
    if (!chosenOn.has(client) && (await tryLock(client))) chosenOn.add(client);
    return chosenOn.has(client);
  };
}

interface Sending {
  readonly pack: SignalPack;
  readonly company: Company;
  readonly onFailure: (cause: unknown) => void;
}

/** Sends what is packed, one notification at a time; what could not be sent waits until there is a link again. */
function createSender({ pack, company, onFailure }: Sending, say: (text: string) => Promise<boolean>) {
  let isSending = false;

  async function send(): Promise<void> {
    const text = pack.take();
    // Nobody is there to hear it. Who comes reads the database first.
    const isSent = !company.isThere() || (await say(text).catch(notSent));
    isSending = false;
    if (isSent) sendSoon();
    else pack.putBack(text);
  }
  function notSent(cause: unknown): boolean {
    onFailure(cause);
    return false;
  }
  function sendSoon(): void {
    if (isSending || pack.isEmpty()) return;
    isSending = true;
    setTimeout(() => void send(), GATHER_FOR_MS);
  }
  function tellOfWrite(): void {
    pack.addWrite();
    sendSoon();
  }
  return { say, sendSoon, tellOfWrite };
}

const TELL_AND_READ_CLOCK = 'SELECT pg_notify($1, $2), extract(epoch FROM clock_timestamp()) * 1000 AS now';

/** The clock of the database. Who looks at it says a word with it, another one on a connection that is new. */
function createClock(wordOf: (isFirst: boolean) => string) {
  const lookedAtOn = new WeakSet<pg.Client>();
  const clock = createDatabaseClock(Date.now);
  return {
    aheadMs: () => clock.aheadMs(),
    read(client: pg.Client): Promise<void> {
      const word = wordOf(!lookedAtOn.has(client));
      lookedAtOn.add(client);
      return clock.look(async () => {
        const { rows } = await client.query<{ now: string }>(TELL_AND_READ_CLOCK, [SIGNAL_CHANNEL, word]);
        return Number(rows[0]?.now);
      });
    },
  };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [CHOSEN_LOCK]);
  return rows[0]?.got === true;
}
