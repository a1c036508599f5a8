import { hash, randomUUID } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import type { RefusalRecord } from '../src/platform/refusal-record.ts';
import { addFirstOperator } from '../src/registry/clients/add-first-operator.ts';
import { type Store, StoreFailure } from '../src/store/store.ts';
import { askingOf } from './asking-of.ts';
import { ofTest, ofTests } from './of-tests.ts';
import { kindOfRun, openTestStore, type StoreKind } from './open-test-store.ts';
import { registryOf } from './registry-of.ts';
import { startApp, type StartedApp } from './start-app.ts';

const SECRET = 'secret of the operator';
const MINUTE_MS = 60_000;

type Settings = Readonly<Record<string, string>>;
/** What one app has of its own beside its settings. */
type Own = Pick<Parameters<typeof startApp>[0], 'now' | 'sessionTimes' | 'budget' | 'bodies'>;

interface Opening {
  /** Left out, the kind that this run is about. */
  readonly store?: StoreKind;
  /** The environment. */
  readonly settings?: Settings;
  /** A clock that the test moves; left out, that of the machine. */
  readonly clock?: { readonly now: number };
  /** Left out, nobody is told of what is refused. */
  readonly refusals?: RefusalRecord;
}

/** What no request can bring about, as switches. */
interface Trouble {
  /** Set, every access to the store fails this way. */
  failure: 'not-applied' | 'unknown' | undefined;
  isStopping: boolean;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** For tests: the whole service in this process over a real store, with an operator; all else is made through it. */
export async function openWorld({ store: kind = kindOfRun(), settings = {}, clock, refusals }: Opening = {}) {
  const opened = await openTestStore(kind);
  const operator = { clientId: randomUUID() as string as ClientId, clientSecret: SECRET };
  const first = { clientId: operator.clientId, secretHash: hash('sha256', SECRET), now: 0 };
  await opened.store.write(addFirstOperator, first);
  const trouble: Trouble = { failure: undefined, isStopping: false };
  const store = failing(opened.store, trouble);
  const now = () => clock?.now ?? Date.now();
  const apps: StartedApp[] = [];

  /** An app of its own over the same store, with settings of its own. */
  async function startAnother(own: Settings = {}, more: Own = {}): Promise<StartedApp> {
    const told = refusals === undefined ? {} : { refusals };
    const isStopping = () => trouble.isStopping;
    const started = await startApp({ store, settings: own, now, isStopping, ...told, ...more });
    apps.push(started);
    return started;
  }

  let service = await startAnother(settings);
  const asking = askingOf({ app: () => service.app, operator });
  return {
    get app() {
      return service.app;
    },
    get base() {
      return service.base;
    },
    history: service.history,
    listenMqtt: service.listenMqtt,
    divide: service.divide,
    /** Puts the tokens in the audit log that were issued and are not in it yet. */
    recordTokens: () => service.recordTokens(),
    /** Ends the app, and starts one with other settings over the same store. */
    async restart(own: Settings, more: Own = {}): Promise<void> {
      await service.app.close();
      service = await startAnother(own, more);
    },
    ...asking,
    ...registryOf({ ...asking, store: opened.store, now }),
    now,
    store: opened.store,
    /** Rows of the store, past it. */
    query: opened.query,
    untilHandedOut: opened.untilHandedOut,
    trouble,
    operatorId: operator.clientId,
    startAnother,
    strictlyLater: strictly(startAnother),
    async close(): Promise<void> {
      for (const { app } of apps) await app.close();
      await opened.close();
    },
  };
}

/** For tests: the same, until the test is over. */
export function worldOfTest(opening: Opening = {}): Promise<World> {
  return ofTest(openWorld(opening));
}

/** For tests: the same, until the tests of the describe or the file are over. */
export function worldOfTests(opening: Opening = {}): Promise<World> {
  return ofTests(openWorld(opening));
}

/** The address of an app that allows one failed sign-in a minute, a minute later each time. */
function strictly(startAnother: (own: Settings, more: Own) => Promise<StartedApp>) {
  const stopped = stoppedClock();
  let strict: Promise<StartedApp> | undefined;
  let laterMs = 0;
  return async (): Promise<string> => {
    strict ??= startAnother({ SETPOINT_SHARES: 'failed-auth-per-minute=1' }, { now: () => stopped() + laterMs });
    laterMs += MINUTE_MS;
    return (await strict).base;
  };
}

/** A clock that stands still: calls are counted anew each minute, and no minute may end between two that are counted. */
export function stoppedClock(): () => number {
  const stoppedAt = Date.now();
  return () => stoppedAt;
}

function failing(real: Store, trouble: Trouble): Store {
  return {
    ...real,
    write: (name, input) => (trouble.failure === undefined ? real.write(name, input) : failWith(trouble.failure)),
    read: (transaction, input) =>
      trouble.failure === undefined ? real.read(transaction, input) : failWith(trouble.failure),
  };
}

function failWith(outcome: 'not-applied' | 'unknown'): Promise<never> {
  return Promise.reject(new StoreFailure(outcome, 'the disk is gone'));
}
