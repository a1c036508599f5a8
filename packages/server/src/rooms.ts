import type { SiteId } from '@setpoint/contract';
import { acknowledgementsRoom } from './acknowledgements/acknowledgements-room.ts';
import { alertsRoom } from './alerts/alerts-room.ts';
import { auditRoom } from './audit/audit-room.ts';
import { authorityRoom } from './authority/authority-room.ts';
import { consoleRoom } from './console/console-room.ts';
import { deliveryRoom } from './delivery/delivery-room.ts';
import { docsRoom } from './docs/docs-room.ts';
import { eventsRoom } from './events/events-room.ts';
import { followingRoom } from './following/following-room.ts';
import { MEASUREMENTS_KEPT } from './following/measurements-kept.ts';
import { TOLERANCES } from './following/judge-site.ts';
import { gatewayRoom } from './gateway/gateway-room.ts';
import type { BackupKeeping } from './maintenance/keep-backups.ts';
import { maintenanceRoom } from './maintenance/maintenance-room.ts';
import { mqttHostsOf } from './gateway/mqtt/mqtt-hosts-of.ts';
import { historyRoom } from './history/history-room.ts';
import { holdsRoom } from './holds/holds-room.ts';
import type { Room } from './serving/room.ts';
import { nodesRoom } from './nodes/nodes-room.ts';
import type { Ground } from './open-ground.ts';
import { overviewRoom } from './overview/overview-room.ts';
import { peopleRoom } from './people/people-room.ts';
import { planRoom } from './plan/plan-room.ts';
import type { Config } from './read-config.ts';
import { createDeviations } from './pools/deviations/watch-deviations.ts';
import { createMemberKnowledge } from './pools/members/member-knowledge.ts';
import { createOrderBoard } from './pools/signals/order-board.ts';
import { pastOrders } from './pools/signals/past-orders.ts';
import { asTold } from './pools/signals/standing-order.ts';
import { poolsRoom } from './pools/pools-room.ts';
import { registryRoom } from './registry/registry-room.ts';
import { schedulesRoom } from './schedules/schedules-room.ts';
import { sessionsRoom } from './sessions/sessions-room.ts';
import { sitesRoom } from './sites/sites-room.ts';
import { tokensRoom } from './tokens/tokens-room.ts';
import { eventSending, webhooksRoom } from './webhooks/webhooks-room.ts';

/** Every room of the service; the gateway by itself too, because it has ports of its own. */
export async function openRooms(ground: Ground, config: Config, makeBackup?: BackupKeeping['makeBackup']) {
  const { tls } = config.http;
  const mqttHosts = mqttHostsOf({ ...config.gateway, tls }, ground.publicUrl);
  const orders = createOrderBoard(ground);
  const knowledge = createMemberKnowledge(ground.store, ground.offlineAfterMs, (siteId) => orders.of(siteId));
  const deviations = createDeviations({ ...ground, board: orders, knowledge, tolerance: TOLERANCES.grid });
  const settled = { ...config.gateway, certificate: tls, tolerances: TOLERANCES };
  const told = { ...orders, of: (siteId: SiteId) => orders.of(siteId).map((order) => asTold(order, ground.now())) };
  const gateway = gatewayRoom({ ...ground, orders: told, knowledge, deviations }, settled);
  const maintenance = maintenanceRoom({ ...ground, makeBackup }, { ...config.maintenance, ...config.store });
  const dataDir = config.store.database === undefined ? config.store.dataDir : undefined;
  const sending = eventSending(ground, { ...config.webhooks, ...config.mail });
  const rooms: readonly Room[] = [
    tokensRoom(ground, config.identity),
    sitesRoom(ground),
    eventsRoom(ground),
    historyRoom(config.history),
    deliveryRoom({ ...ground, orders }),
    schedulesRoom(ground),
    planRoom({ ...ground, orders }),
    followingRoom({ ...ground, orders, pastOrders }),
    poolsRoom(
      { ...ground, orders, knowledge, deviations },
      { ...config.history, tolerances: TOLERANCES, kept: MEASUREMENTS_KEPT },
    ),
    gateway,
    peopleRoom(ground),
    await sessionsRoom(ground, config.sessions),
    registryRoom(ground, config.store),
    maintenance,
    nodesRoom(ground, {
      dataDir,
      certificate: tls?.cert,
      lastBackupAt: maintenance.lastBackupAt,
      mqtt: () => gateway.mqtt(),
    }),
    holdsRoom(ground, config.history),
    acknowledgementsRoom(ground),
    authorityRoom(ground),
    webhooksRoom({ ...ground, sending }),
    alertsRoom({ ...ground, sending }, { tls }),
    auditRoom(ground, config.audit),
    consoleRoom(ground),
    docsRoom({ ...ground, mqttHosts }),
    overviewRoom(ground),
  ];
  return { gateway, rooms, deviations };
}
