import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { beginOutset, type Watched } from './begin-outset.ts';
import { beginThreads, type Threads } from './begin-threads.ts';
import { buildService } from './build-service.ts';
import { withMqttPorts } from './gateway/mqtt/mqtt-hosts-of.ts';
import { createOperations } from './http/operations-port/create-operations.ts';
import { createHttpDoor } from './http/server/http-door.ts';
import { type MigrationProgress, textOfProgress } from './store/migrations/migration-progress.ts';
import { type TellingNode, tellOfNode } from './nodes/tell-of-node.ts';
import { type Ground, openGround } from './open-ground.ts';
import { createBackgroundWork, type Stoppable } from './platform/shutdown/background-work.ts';
import { choosePort } from './door/choose-port.ts';
import type { Shutdown } from './platform/shutdown/shutdown.ts';
import { type CloseStack, createCloseStack } from './platform/shutdown/close-stack.ts';
import { addressOf, hostHere, isAnyInterface, urlHost } from './platform/addresses/url-host.ts';
import type { Config } from './read-config.ts';
import type { BackupKeeping } from './maintenance/keep-backups.ts';
import { prepareOperator } from './registry/clients/prepare-operator.ts';
import { openRooms } from './rooms.ts';
import { warnsOn } from './platform/warn-of.ts';
import { onNews } from './events/on-news.ts';
import { MEASUREMENTS_KEPT } from './following/measurements-kept.ts';
import type { Room } from './serving/room.ts';
import { forgetOld } from './platform/loops/forget-old.ts';
import { repeatEvery } from './platform/loops/repeat-every.ts';
import { tellTime } from './platform/loops/tell-time.ts';
import { keepPartitions } from './store/partitions/keep-partitions.ts';

const KEEP_CLOCK_EVERY_MS = 60_000;

/** Begins what goes on by itself: each room's own work, and what one node does for all in small steps. */
function workInBackground(ground: Ground, rooms: readonly Room[], config: Config): Stoppable[] {
  const { store, tail, now, certainNow, clock, isChosen, warnOf } = ground;
  const kept = { ...MEASUREMENTS_KEPT, batchMs: config.history.keptMs };
  const clockSteps = rooms.flatMap((room) => room.clockSteps ?? []);
  const aging = { store, now: certainNow };
  const forgetting = rooms.flatMap((room) => room.forgetting ?? []).map((forget) => forget(aging));
  const onClockFailure = warnOf('the events of the clock could not be written');
  const telling = tellTime({ now, isChosen, onFailure: onClockFailure }, clockSteps);
  void onNews(tail, () => telling.wake());
  const onClockLost = warnOf('the clock of the store could not be kept');
  void clock.keep().catch(onClockLost);
  return [
    ...rooms.flatMap((room) => room.background?.() ?? []),
    telling,
    repeatEvery({ everyMs: KEEP_CLOCK_EVERY_MS, onFailure: onClockLost }, () => clock.keep()),
    forgetOld({ now, isChosen, onFailure: warnOf('old rows could not be deleted') }, [
      keepPartitions({ store, now, certainNow, kept }),
      ...forgetting,
    ]),
  ];
}

/** A running service. */
export interface Service {
  readonly url: string;
  readonly opsUrl: string;
  /** Where controllers connect; left out when there is no such port. */
  readonly mqttUrl: string | undefined;
  readonly mqttsUrl: string | undefined;
  /** Whether this start made the store and its operator. */
  readonly isFirstStart: boolean;
  /** Leaves the rotation of load balancers, finishes what is in flight, closes everything. */
  stop(): Promise<void>;
}

/** What the process that it runs in does for the service. */
export interface Host extends Watched {
  /** Makes a backup of this service's store somewhere else than on its event loop. */
  readonly makeBackup: BackupKeeping['makeBackup'];
  /** Begun before this code was loaded; they end with the service. */
  readonly threads: Threads;
}

/** Starts the service on a SQLite file in the data folder or on PostgreSQL; resolves when it takes requests. */
export async function serve(config: Config, host: Partial<Host> = {}): Promise<Service> {
  const closeStack = createCloseStack();
  try {
    return await start({ ...config, ...host }, closeStack);
  } catch (cause) {
    await closeStack.unwind();
    throw cause;
  }
}

async function start(given: Config & Partial<Host>, closeStack: CloseStack): Promise<Service> {
  const threads = given.threads ?? beginThreads(given.store.database === undefined ? 'file' : 'server');
  closeStack.add(() => threads[Symbol.asyncDispose]());
  const { http } = given;
  const port = await choosePort(http.host, http.port);
  const url = `${http.tls === undefined ? 'http' : 'https'}://${urlHost(hostHere(http.host))}:${port}`;
  const config = { ...given, threads, gateway: await withMqttPorts(given.gateway, http.tls) };
  const outset = beginOutset(config, closeStack);
  const onFailure = warnsOn(outset.logger)('the operations port failed');
  const operations = createOperations({ ...outset, onFailure }, threads.operations);
  closeStack.add(() => operations.close());
  // Before the store: to bring its schema up to date may take long, and who watches the start is told.
  const publicUrl = http.publicUrl ?? url;
  const names = [hostname(), http.opsHost, new URL(publicUrl).hostname];
  const opsPort = await operations.listen({ host: http.opsHost, port: http.opsPort, names });
  const onStep = (progress: MigrationProgress) => operations.starts(textOfProgress(progress));
  const ground = await openGround(config, { outset, publicUrl, onStep }, closeStack);
  operations.starts('starting');
  warnAtStart(ground.logger, config, url);
  const background = createBackgroundWork();
  closeStack.add(() => background.settled());
  const { gateway, rooms } = await openRooms(ground, config, given.makeBackup);
  const door = createHttpDoor(buildService(ground, rooms, http));
  closeStack.add(() => door.close());
  // Before anything is answered: who waits for that may call the service next.
  const { isFirstStart } = await prepareOperator({
    ...ground,
    dataDir: config.store.dataDir,
    operator: config.registry.operator,
    url,
    warn: (sentence) => ground.logger.warn(sentence),
  });
  await door.listen(http.host, port);
  const mqtt = await gateway.listen();
  closeStack.add(() => mqtt.close());
  operations.serves(ground.health, ground.clock.problem);
  closeStack.add(() => ground.endWaiting());
  closeStack.add(() => background.stop());
  const nodeName = `${hostname()}:${port}`;
  const telling = await tellOfNode({ ...ground, nodeName, controllers: () => gateway.controllers() });
  background.add(telling);
  background.add(...workInBackground(ground, rooms, config));
  let stopping: Promise<void> | undefined;
  return {
    url,
    opsUrl: `http://${urlHost(hostHere(http.opsHost))}:${opsPort}`,
    mqttUrl: addressOf('mqtt', config.gateway.mqtt?.host, mqtt.plainPort),
    mqttsUrl: addressOf('mqtts', config.gateway.mqtts?.host, mqtt.encryptedPort),
    isFirstStart,
    stop: () => (stopping ??= leave(ground.shutdown, telling, closeStack)),
  };
}

function warnAtStart(logger: Logger, { http, mail }: Config, url: string): void {
  if (mail.smtpWarning !== undefined) logger.warn(mail.smtpWarning);
  if (http.publicUrl !== undefined || !isAnyInterface(http.host)) return;
  logger.warn(`SETPOINT_PUBLIC_URL is not set: links and tokens name ${url}, which other machines cannot reach`);
}

async function leave(shutdown: Shutdown, telling: TellingNode, closeStack: CloseStack): Promise<void> {
  const drained = shutdown.drain();
  void telling.tell();
  await drained;
  await closeStack.unwind();
}
