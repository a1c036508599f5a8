import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { SiteId } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { createAccess } from './access/access.ts';
import { createAuthenticate } from './identity/authenticate.ts';
import { type AuthenticateController, createAuthenticateController } from './identity/authenticate-controller.ts';
import { readIssuers } from './identity/issuer-settings.ts';
import { createOutsideIssuers } from './identity/outside-issuers.ts';
import { openSigningKeys } from './identity/signing-keys.ts';
import { type EventTail, openEventTail, storeThatWakes } from './events/event-tail.ts';
import { tellEntries } from './delivery/tell-entries.ts';
import { tellFollowing } from './following/tell-following.ts';
import { silenceSteps } from './gateway/tell-silence.ts';
import { tellTime } from './platform/tell-time.ts';
import { watchPlans } from './plan/watch-plans.ts';
import { httpsBinding } from './gateway/https-binding.ts';
import { type GatewayMetrics, gatewayMetrics } from './gateway/gateway-metrics.ts';
import { mqttHostsOf, withMqttPorts } from './gateway/mqtt-hosts.ts';
import { createSiteSignals, type SiteSignals } from './platform/site-signals.ts';
import { startMqtt } from './gateway/start-mqtt.ts';
import { buildHttp } from './http/build-http.ts';
import { type CallerLimits, createCallerLimits } from './identity/caller-limits.ts';
import { accessRoutes } from './registry/access-routes.ts';
import { clientRegistryRoutes } from './registry/client-registry-routes.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { controllerKeyRoutes } from './registry/controller-key-routes.ts';
import { deliveryRoutes } from './delivery/delivery-routes.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { countListeners } from './events/count-listeners.ts';
import { eventRoutes } from './events/event-routes.ts';
import { connectionMetrics } from './http/connection-metrics.ts';
import { healthRoutes } from './http/health-routes.ts';
import { historyRoutes } from './history/history-routes.ts';
import { overviewRoutes } from './overview/overview-routes.ts';
import { holdMetrics } from './holds/hold-metrics.ts';
import { holdRoutes } from './holds/hold-routes.ts';
import { type FollowingRoutes, followingRoutes } from './following/following-routes.ts';
import { measurementRoutes } from './following/measurement-routes.ts';
import { headroomRoutes } from './plan/headroom-routes.ts';
import { planRoutes } from './plan/plan-routes.ts';
import { type ValidateRoutes, validateRoutes } from './plan/validate-routes.ts';
import { countBatches } from './schedules/count-batches.ts';
import { portfolioRoutes } from './schedules/portfolio-routes.ts';
import { registryDocumentRoutes } from './registry/registry-document-routes.ts';
import { scheduleRoutes } from './schedules/schedule-routes.ts';
import { sessionRoutes } from './console/session-routes.ts';
import { siteMetrics, type WatchedSites } from './registry/site-metrics.ts';
import { siteRegistryRoutes } from './registry/site-registry-routes.ts';
import { siteRoutes } from './sites/site-routes.ts';
import { nodeMetrics } from './nodes/node-metrics.ts';
import { statusRoutes } from './nodes/status-routes.ts';
import { tokenRoutes } from './identity/token-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';
import { createIdMaker } from './platform/make-id.ts';
import { carryHolds } from './holds/carry-holds.ts';
import { choosePort } from './platform/choose-port.ts';
import { forgetOld } from './platform/forget-old.ts';
import { createLeaving, type Leaving } from './platform/leaving.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createNodeFigures, type NodeFigures } from './platform/node-figures.ts';
import { prepareOperator } from './registry/prepare-operator.ts';
import { serveOperations } from './http/serve-operations.ts';
import { stopGracefully } from './stop-gracefully.ts';
import type { Nodes } from './nodes/nodes.ts';
import { tellOfNode } from './nodes/tell-of-node.ts';
import { type StoreHealth, watchStoreHealth } from './store/store-health.ts';
import { findNodes, openStore, shareIfMany } from './open-store.ts';
import { listForgetting } from './list-forgetting.ts';
import { type Config, ConfigError } from './read-config.ts';
import { type CommittedGroup, storeMetrics } from './platform/store-metrics.ts';
import type { Store } from './store/store.ts';
import { createAddressRule } from './webhooks/address-rule.ts';
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts';
import type { WebhookSending } from './webhooks/send-webhook.ts';
import { urlHost } from './platform/url-host.ts';

/** A running service. */
export interface Service {
  readonly url: string;
  readonly opsUrl: string;
  /** Where controllers connect; left out when there is no such port. */
  readonly mqttUrl: string | undefined;
  readonly mqttsUrl: string | undefined;
  /** Whether this start made the store and its operator. */
  readonly isFirstStart: boolean;
  stop(): Promise<void>;
}

interface Wiring {
  readonly config: Config;
  readonly store: Store;
  readonly tail: EventTail;
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly ofGateway: GatewayMetrics;
  readonly health: StoreHealth;
  readonly figures: NodeFigures;
  readonly nodeId: string;
  readonly signals: SiteSignals;
  readonly authenticateController: AuthenticateController;
  readonly limits: CallerLimits;
  /** The clock of all nodes. */
  readonly now: () => number;
  readonly leaving: Pick<Leaving, 'isDraining' | 'isStopping'>;
}

/** Starts the service on a SQLite file in the data folder or on PostgreSQL; resolves when it takes requests. */
export async function serve(given: Config): Promise<Service> {
  const config = await withMqttPorts(given);
  const logger = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const port = await choosePort(config.httpHost, config.httpPort);
  const url = `${config.tls === undefined ? 'http' : 'https'}://${urlHost(config.httpHost)}:${port}`;
  const publicUrl = config.publicUrl ?? url;
  const figures = createNodeFigures();
  const metrics = createMetrics();
  const ofStore = storeMetrics(metrics);
  const onGroup = (group: CommittedGroup) => {
    ofStore.observeGroup(group);
    figures.noteCommit(group.tookMs);
  };
  const { store, tail } = await openLog(await openStore(config, logger, onGroup), config, logger);
  ofStore.watchWaiting(store);
  const nodes = await findNodes(config, logger);
  const now = () => nodes.now();
  let stopping: Promise<void> | undefined;
  const leaving = createLeaving(config.drainMs);
  const health = watchStoreHealth(store, now);
  const signals = createSiteSignals();
  nodes.join(signals);
  const limits = createCallerLimits(config, now);
  const onFailure = (cause: unknown) => logger.error({ err: cause }, 'something failed for a controller');
  const authenticateController = createAuthenticateController({ store, now, onFailure });
  const { nodeId } = nodes;
  const ofGateway = gatewayMetrics(metrics);
  const shared = { store, tail, metrics, ofGateway, signals, authenticateController, now };
  const app = await buildApp({ ...shared, config, publicUrl, logger, health, figures, nodeId, limits, leaving });
  await app.listen({ host: config.httpHost, port });
  const mqtt = await startMqtt(
    { ...shared, metrics: ofGateway, failures: limits.failures, onFailure },
    { plain: config.mqtt, encrypted: config.mqtts, certificate: config.tls },
  );
  const isReady = async () => !leaving.isDraining() && (await health.isReady());
  addFigures(metrics, { server: app.server, store, now, offlineAfterMs: config.offlineAfterMs });
  const operations = await serveOperations({ metrics, isReady }, { host: config.opsHost, port: config.opsPort });
  const nodeName = config.nodeName ?? `${hostname()}:${port}`;
  const node = { nodes, nodeName, leaving, controllers: () => ofGateway.controllers(), figures };
  const telling = await tellOfNode({ store, ...node, onFailure: warnOf(logger) });
  const { isFirstStart } = await prepareOperator({ store, dataDir: config.dataDir, url, now });
  const working = workInBackground({ config, store, tail, nodes, logger, metrics });
  const sharing = shareIfMany(config, { store, limits, logger });
  const background = [...working, sharing, figures];
  const all = { leaving, app, operations: operations.server, mqtt, signals, store, tail, nodes, telling, background };
  return {
    url,
    opsUrl: `http://${urlHost(config.opsHost)}:${operations.port}`,
    mqttUrl: addressOf('mqtt', config.mqtt?.host, mqtt.plainPort),
    mqttsUrl: addressOf('mqtts', config.mqtts?.host, mqtt.encryptedPort),
    isFirstStart,
    stop: () => (stopping ??= stopGracefully(all)),
  };
}

function addFigures(metrics: Metrics, { server, ...watched }: WatchedSites & { readonly server: Server }): void {
  connectionMetrics(metrics, server);
  holdMetrics(metrics, watched.store);
  nodeMetrics(metrics, watched);
  siteMetrics(metrics, watched);
}

function warnOf(logger: Logger): (cause: unknown) => void {
  return (cause) => logger.warn({ err: cause }, 'this node could not tell of itself');
}

const CONSOLE_DIR = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** Every route of the service over one store. */
export async function buildApp(wiring: Wiring) {
  const {
    config,
    store,
    tail,
    publicUrl,
    logger,
    health,
    figures,
    nodeId,
    signals,
    authenticateController,
    leaving,
    limits,
    now,
  } = wiring;
  const app = buildHttp({ logger, leaving, trustedProxies: config.trustedProxies, tls: config.tls });
  const keys = await openSigningKeys({ store, now });
  const issuers = createOutsideIssuers({
    settings: issuersOrThrow(config.issuers, publicUrl),
    now,
    onFailure: (issuer, cause) => logger.warn({ issuer, err: cause }, 'the keys of an issuer could not be fetched'),
  });
  const authenticate = createAuthenticate({ store, keys, issuers, publicUrl, now });
  const { failures } = limits;
  const guarded = { store, access: createAccess({ authenticate, store, limits }) };
  const { offlineAfterMs, maxBodyBytes, maxEntries, maxWaitingWrites, tokenLifetimeSeconds } = config;
  const makeId = createIdMaker(now);
  docsRoutes(app, { publicUrl, mqttHosts: mqttHostsOf(config, publicUrl) });
  consoleRoutes(app, { builtDir: CONSOLE_DIR });
  sessionRoutes(app, { store, keys, publicUrl, now, failures });
  healthRoutes(app, { health, isDraining: leaving.isDraining });
  const storeKind = config.database === undefined ? 'sqlite' : 'postgresql';
  statusRoutes(app, { ...guarded, now, health, figures, nodeId, storeKind });
  overviewRoutes(app, { ...guarded, now, offlineAfterMs });
  siteRoutes(app, { ...guarded, now, offlineAfterMs });
  const onAccepted = (siteId: SiteId) => signals.send(siteId, 'schedule');
  const countBatch = countBatches(wiring.metrics);
  const scheduling = { ...guarded, now, makeId, countBatch, maxBodyBytes, maxEntries, maxWaitingWrites, onAccepted };
  scheduleRoutes(app, scheduling);
  portfolioRoutes(app, scheduling);
  historyRoutes(app, guarded);
  outlookRoutes(app, { ...guarded, now, maxBodyBytes, maxEntries, tolerances: config.tolerances });
  webhookRoutes(app, { ...guarded, tail, now, makeId, sending: webhookSending(config) });
  eventRoutes(app, { ...guarded, tail, countListener: countListeners(wiring.metrics) });
  deliveryRoutes(app, { ...guarded, signals, now, offlineAfterMs });
  const onFailure = (cause: unknown) => logger.error({ err: cause }, 'a hold could not be carried on');
  const holds = carryHolds({ store, now, onChanged: onAccepted, onFailure });
  app.addHook('onClose', () => holds.stop());
  holdRoutes(app, { ...guarded, now, makeId, offlineAfterMs, onHold: () => holds.wake(), onChanged: onAccepted });
  const onRevoked = (siteId: SiteId) => signals.send(siteId, 'keys');
  controllerKeyRoutes(app, { ...guarded, now, onRevoked });
  httpsBinding(app, { store, signals, metrics: wiring.ofGateway, now, authenticateController, failures });
  siteRegistryRoutes(app, { ...guarded, now, offlineAfterMs, onRemoved: onRevoked });
  clientRegistryRoutes(app, { ...guarded, now });
  accessRoutes(app, guarded);
  registryDocumentRoutes(app, { ...guarded, now });
  tokenRoutes(app, { store, keys, publicUrl, lifetimeSeconds: tokenLifetimeSeconds, now, failures });
  return app;
}

/** What will happen on the sites, what would, and what did. */
function outlookRoutes(app: FastifyInstance, options: FollowingRoutes & ValidateRoutes): void {
  planRoutes(app, options);
  validateRoutes(app, options);
  headroomRoutes(app, options);
  followingRoutes(app, options);
  measurementRoutes(app, options);
}

interface Background {
  readonly config: Config;
  readonly store: Store;
  readonly nodes: Nodes;
  readonly logger: Logger;
  readonly tail: EventTail;
  readonly metrics: Metrics;
}

/** What one node does for all, by itself. */
function workInBackground({
  config,
  store,
  tail,
  nodes,
  logger,
  metrics,
}: Background): readonly { stop(): Promise<void> }[] {
  const now = () => nodes.now();
  const isChosen = () => nodes.isChosen();
  const warn = (text: string) => (cause: unknown) => logger.warn({ err: cause }, text);
  const { offlineAfterMs } = config;
  const shared = { store, now, isChosen };
  return [
    watchPlans({ ...shared, onFailure: warn('the plan of a site could not be looked at') }),
    forgetOld({ isChosen, onFailure: warn('old rows could not be removed') }, listForgetting(config, { store, now })),
    tellTime({ isChosen, onFailure: warn('the events of the clock could not be written') }, [
      (signal) => tellEntries({ store, now, signal }),
      (signal) => tellFollowing({ store, now, tolerances: config.tolerances, signal }),
      silenceSteps({ store, now, offlineAfterMs, listeningSince: now() }),
    ]),
    deliverWebhooks({
      ...shared,
      onFailure: warn('a webhook could not be carried on'),
      tail,
      metrics,
      makeId: createIdMaker(now),
      sending: webhookSending(config),
    }),
  ];
}

const WEBHOOK_TIMEOUT_MS = 15_000;

function webhookSending({ webhookNetworks }: Config): WebhookSending {
  return { isAllowed: createAddressRule(webhookNetworks), timeoutMs: WEBHOOK_TIMEOUT_MS };
}

// What other nodes write is looked for; what this one writes is known at once.
const LOOK_FOR_OTHERS_MS = 25;

async function openLog(opened: Store, { database }: Config, logger: Logger) {
  const onFailure = (cause: unknown) => logger.warn({ err: cause }, 'the event log could not be read');
  const looking = database === undefined ? {} : { lookEveryMs: LOOK_FOR_OTHERS_MS };
  const tail = await openEventTail({ store: opened, onFailure, ...looking });
  return { store: storeThatWakes(opened, tail), tail };
}

function issuersOrThrow(issuers: string | undefined, publicUrl: string) {
  const result = readIssuers(issuers, publicUrl);
  if (result.kind === 'issuers') return result.issuers;
  throw new ConfigError(result.problems.map((problem) => `SETPOINT_ISSUERS: ${problem}`));
}

function addressOf(scheme: string, host: string | undefined, port: number | undefined): string | undefined {
  return host === undefined || port === undefined ? undefined : `${scheme}://${urlHost(host)}:${port}`;
}
