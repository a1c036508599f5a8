import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { SiteSignals } from '../platform/site-signals.ts';
import { SIGNAL_CHANNEL } from '../store/postgres/tell-nodes.ts';
import { createDatabaseClock } from './database-clock.ts';
import { keepChosen } from './keep-chosen.ts';
import { keepLink } from './keep-link.ts';
import type { Lease } from './lease.ts';
import type { Nodes } from './nodes.ts';
import { createSignalPack, type SignalPack, tellsOfWrite, unpackPools, unpackSignals } from './signal-pack.ts';

export interface LinkOptions {
  readonly url: string;
  readonly lease: Lease;
  readonly onFailure: (cause: unknown) => void;
}

// Signals of a few milliseconds go together: each notification is a transaction of its own.
const GATHER_FOR_MS = 4;

/**
 * Links the nodes of one database by a connection of its own: signals as notifications, sent after the commit
 * that they tell of; the node that holds the lease is the chosen one. All of it may be lost with
 * the connection, and is made good when there is another.
 */
export async function linkNodes({ url, lease, onFailure: report }: LinkOptions): Promise<Nodes> {
  const nodeId = randomBytes(6).toString('hex');
  const pack = createSignalPack();
  const company = createCompany();
  const chosen = keepChosen(nodeId, lease);
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
      check: async (client) => {
        await Promise.all([clock.read(client), chosen.look(client)]);
      },
    },
    SIGNAL_CHANNEL,
  );
  sender = createSender(pack, company, onFailure, async (text) => {
    const client = link.current();
    if (client === undefined) return false;
    await client.query('SELECT pg_notify($1, $2)', [SIGNAL_CHANNEL, `${nodeId} ${text}`]);
    return true;
  });
  return {
    nodeId,
    now: () => steadyNow() + clock.aheadMs(),
    isChosen: async () => lease.term() !== undefined,
    join(joined) {
      signals = joined;
      relay(joined, pack, () => sender?.sendSoon());
    },
    tellOfWrite: () => sender?.tellOfWrite(),
    hearOfWrites: (hear) => void (hearOfWrite = hear),
    async close() {
      isClosed = true;
      await chosen.giveBack(link.current());
      await link.close();
    },
  };
}

function tellHere(signals: SiteSignals, text: string): void {
  for (const { siteId, signal } of unpackSignals(text)) signals.sendHere(siteId, signal);
  for (const poolId of unpackPools(text)) signals.sendPoolHere(poolId);
}

function relay(signals: SiteSignals, pack: SignalPack, sendSoon: () => void): void {
  signals.relayTo(
    (siteId, signal) => (pack.add(siteId, signal), sendSoon()),
    (poolId) => (pack.addPool(poolId), sendSoon()),
  );
}

function lookEverywhere(signals: SiteSignals): void {
  for (const signal of ['schedule', 'report', 'keys'] as const) signals.sendToAllHere(signal);
  signals.sendPoolHere(undefined);
}

/** Sends what is packed, one notification at a time; what could not be sent waits until there is a link again. */
function createSender(
  pack: SignalPack,
  company: Company,
  onFailure: (cause: unknown) => void,
  say: (text: string) => Promise<boolean>,
) {
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

// The link is looked at more often than clocks drift.
const LOOKS_PER_CLOCK = 5;
// Until the next look, a clock that somebody sets would be an hour ahead of the others.
const steadyNow = () => Math.round(performance.timeOrigin + performance.now());

const TELL_AND_READ_CLOCK = 'SELECT pg_notify($1, $2), extract(epoch FROM clock_timestamp()) * 1000 AS now';

/** The clock of the database. Who looks at it says a word with it, another one on a connection that is new. */
function createClock(wordOf: (isFirst: boolean) => string) {
  const lookedAtOn = new WeakSet<pg.Client>();
  let looks = 0;
  const clock = createDatabaseClock(steadyNow);
  return {
    aheadMs: () => clock.aheadMs(),
    read(client: pg.Client): Promise<void> {
      const isFirst = !lookedAtOn.has(client);
      looks += 1;
      if (!isFirst && looks % LOOKS_PER_CLOCK !== 0) return Promise.resolve();
      const word = wordOf(isFirst);
      lookedAtOn.add(client);
      return clock.look(async () => {
        const { rows } = await client.query<{ now: string }>(TELL_AND_READ_CLOCK, [SIGNAL_CHANNEL, word]);
        return Number(rows[0]?.now);
      });
    },
  };
}

/** Whether there are other nodes over the same database, as far as this one has heard. */
interface Company {
  /** What to say on a new link, so that others know of this node and answer; and now and then after that. */
  word(isFirst: boolean): string;
  /** Takes what another node said; answers with what it must be told for that, if anything. */
  hear(text: string): string | undefined;
  isThere(): boolean;
}

const GREETING = 'h';
const PRESENT = 'a';
// Several words may be lost before.
const GONE_AFTER_MS = 60_000;

export function createCompany(now: () => number = () => performance.now()): Company {
  let heardAt = Number.NEGATIVE_INFINITY;
  return {
    word: (isFirst) => (isFirst ? GREETING : PRESENT),
    hear(text) {
      heardAt = now();
      return text === GREETING ? PRESENT : undefined;
    },
    isThere: () => now() - heardAt < GONE_AFTER_MS,
  };
}
