import type { Outset } from './begin-outset.ts';
import { createAccess } from './access/access.ts';
import { openEventTail, storeThatWakes } from './events/event-tail.ts';
import { createAuthenticate } from './identity/tokens/create-authenticate.ts';
import { createAuthenticateController } from './identity/keys/authenticate-controller.ts';
import { createBudget } from './limits/budget.ts';
import { createCallerLimits } from './limits/caller-limits.ts';
import { readIssuers } from './identity/issuers/issuer-settings.ts';
import { createOutsideIssuers, type OutsideIssuersOptions } from './identity/issuers/create-outside-issuers.ts';
import { openSigningKeys } from './identity/keys/signing-keys.ts';
import { isSessionOpen } from './sessions/is-session-open.ts';
import { findPersonNow } from './sessions/find-person-now.ts';
import { availableParallelism } from 'node:os';
import type { ComputeAnswer } from './computing/compute-answers.ts';
import { joinAnswers } from './computing/join-answers.ts';
import { computeInThreads } from './computing/compute-in-threads.ts';
import { createLease } from './nodes/lease.ts';
import { openNodes } from './nodes/open-nodes.ts';
import type { Nodes } from './nodes/nodes.ts';
import { createNameLookup } from './platform/addresses/create-name-lookup.ts';
import { openClock } from './platform/open-clock.ts';
import { createIdMaker } from './platform/create-id-maker.ts';
import { makeFolder } from './platform/make-folder.ts';
import { watchGaps } from './platform/loops/watch-gaps.ts';
import { createSiteSignals } from './platform/site-signals.ts';
import type { CloseStack } from './platform/shutdown/close-stack.ts';
import { warnsOn } from './platform/warn-of.ts';
import type { Threads } from './begin-threads.ts';
import type { Config } from './read-config.ts';
import type { OnMigration } from './store/migrations/migration-progress.ts';
import { type OpenedStore, openStore } from './store/open-store.ts';
import { StoreFailure } from './store/store.ts';
import { watchStoreHealth } from './store/store-health.ts';
import { type CommittedGroup, storeMetrics } from './platform/figures/store-metrics.ts';
import { checkSecrets, openSecrets } from './store/secrets/check-secrets.ts';
import { SecretKeyError } from './store/secrets/secret-box.ts';
import { ConfigError } from './wire/config-error.ts';
import { countDeeds } from './trail/count-deeds.ts';
import { extname } from 'node:path';

/** Where the thread that computes finds all answers, in the sources and in a package. */
const ANSWERS_URL = new URL(`./answers${extname(import.meta.filename)}`, import.meta.url);

const HOLDERS_TOLD_APART = 5_000;
// One is left for the event loop, and others for the database and its neighbours.
const MANY_CORES = 4;
// How often a controller reports, at the least, in the time after which it counts as offline.
const REPORTS_BEFORE_OFFLINE = 3;

/** What every room stands on. */
export type Ground = Awaited<ReturnType<typeof layGround>>;

/** A store with what a process knows before it opened one. */
export interface Footing extends OpenedStore, Outset {
  readonly nodes: Nodes;
  /** Computes answers away from the event loop. */
  readonly compute: ComputeAnswer;
  /** The address that the service hands out. */
  readonly publicUrl: string;
}

/** Opens the store and the link to the other nodes. */
export async function openGround(
  config: Config & { readonly threads: Threads },
  { outset, publicUrl, onStep }: { readonly outset: Outset; readonly publicUrl: string; readonly onStep: OnMigration },
  closeStack: CloseStack,
) {
  const { logger, metrics, figures } = outset;
  makeFolder(config.store.dataDir);
  const ofStore = storeMetrics(metrics);
  const onGroup = (group: CommittedGroup) => {
    ofStore.observeGroup(group);
    figures.noteCommit(group.tookMs);
  };
  const lease = createLease();
  const fence = { term: () => lease.term(), onRefused: () => ofStore.countRefused() };
  const opened = await openStore({ ...config.store, writer: config.threads.writer, logger, onGroup, onStep, fence });
  closeStack.add(() => opened.store.close());
  ofStore.watchWaiting(opened.store);
  await opened.store.read(openSecrets, {}).catch(throwLocked);
  await opened.store.write(checkSecrets, {});
  const nodes = await openNodes(opened.sharedUrl, lease, warnsOn(logger));
  closeStack.add(() => nodes.close());
  const computing = computeInThreads({
    answersUrl: ANSWERS_URL,
    store: opened.reading,
    threads: availableParallelism() < MANY_CORES ? 1 : 2,
    onFailure: (cause) => logger.error({ err: cause }, 'the thread that computes answers failed'),
  });
  closeStack.add(() => computing.close());
  const compute = joinAnswers(computing.compute);
  return layGround(config, { ...outset, ...opened, nodes, compute, publicUrl }, closeStack);
}

/** What rests on an open store: the clock and the signals of all nodes, the event log, and who calls. */
export async function layGround(config: Config, footing: Footing, closeStack: CloseStack) {
  const { logger, nodes, publicUrl } = footing;
  const warnOf = warnsOn(logger);
  const now = () => nodes.now();
  const signals = createSiteSignals();
  nodes.join(signals);
  const { store, tail } = await openLog(footing, warnOf('the event log could not be read'));
  closeStack.add(() => tail.stop());
  const isChosen = () => nodes.isChosen();
  const clock = await openClock({ store, now, isChosen, logger });
  const { certainNow } = clock;
  const gaps = watchGaps(now, config.sites.offlineAfterMs / REPORTS_BEFORE_OFFLINE);
  closeStack.add(() => gaps.stop());
  const keys = await openSigningKeys({ store, now: certainNow });
  const lookUp = createNameLookup();
  const issuers = openIssuers(config, footing, { now, lookUp });
  const onControllerFailure = (cause: unknown) => logger.error({ err: cause }, 'something failed for a controller');
  const onUncounted = warnOf('issued tokens could not be recorded in the audit log');
  const limits = createCallerLimits(config.identity, now);
  const budget = createBudget(config.identity.budget);
  const authenticate = createAuthenticate({ store, keys, findPersonNow, isSessionOpen, issuers, publicUrl, now });
  return {
    ...footing,
    ...config.sites,
    store,
    tail,
    now,
    clock,
    certainNow,
    awakeSince: gaps.awakeSince,
    isJustAwake: gaps.isJustAwake,
    signals,
    keys,
    findPersonNow,
    limits,
    budget,
    lookUp,
    warnOf,
    /** The tokens of clients and persons, however they are got. */
    issued: countDeeds({ store, now, onFailure: onUncounted, mostKeys: HOLDERS_TOLD_APART }),
    failures: limits.failures,
    history: limits.history,
    access: createAccess({ authenticate, store, limits, budget }),
    authenticateController: createAuthenticateController({
      store,
      now,
      demand: config.http.controllerCertificates,
      onFailure: onControllerFailure,
    }),
    onControllerFailure,
    health: watchStoreHealth({ store, now, nextCommit: () => footing.figures.nextCommit() }),
    makeId: createIdMaker(now),
    isChosen,
    /** Answers all who wait for a change. */
    endWaiting() {
      signals.stop();
      tail.stop();
    },
    nodeId: nodes.nodeId,
    storeKind: footing.kind,
  };
}

// What a running transaction may still put before an event keeps that event back, and its end may be told by nobody.
const AGAIN_AFTER_MS = [25, 75, 300];
// Nobody else writes to a file: each write is told of. Only a read that failed is made good by looking again.
const LOOK_AT_FILE_EVERY_MS = 10_000;

async function openLog({ store: opened, sharedUrl, nodes }: Footing, onFailure: (cause: unknown) => void) {
  const when = sharedUrl === undefined ? { lookEveryMs: LOOK_AT_FILE_EVERY_MS } : { againAfterMs: AGAIN_AFTER_MS };
  const tail = await openEventTail({ store: opened, onFailure, ...when });
  nodes.hearOfWrites(() => tail.wake());
  const store = storeThatWakes(opened, {
    wake() {
      tail.wake();
      nodes.tellOfWrite();
    },
  });
  return { store, tail };
}

// To start again changes nothing.
function throwLocked(cause: unknown): never {
  const root = cause instanceof StoreFailure ? cause.cause : cause;
  if (root instanceof SecretKeyError) throw new ConfigError([root.message]);
  throw cause;
}

function openIssuers(
  { identity }: Config,
  { logger, publicUrl }: Footing,
  by: Pick<OutsideIssuersOptions, 'now' | 'lookUp'>,
) {
  return createOutsideIssuers({
    ...by,
    settings: issuersOrThrow(identity.issuers, publicUrl),
    onFailure: (issuer, cause) => logger.warn({ issuer, err: cause }, 'the keys of an issuer could not be fetched'),
  });
}

function issuersOrThrow(issuers: string | undefined, publicUrl: string) {
  const result = readIssuers(issuers, publicUrl);
  if (result.kind === 'issuers') return result.issuers;
  throw new ConfigError(result.problems.map((problem) => `SETPOINT_ISSUERS: ${problem}`));
}
