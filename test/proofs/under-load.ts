import { backupStore } from '@setpoint/server/testing/rooms/maintenance';
import { ServiceClient, type SiteLogin } from '../support/service/service-client.ts';
import { operatorOf, signIn } from '../support/service/sign-in.ts';
import { checkHistory } from './check-history.ts';
import { driveStubbornly } from './drive-load.ts';
import { findOutOfStep, followSite } from './follow-site.ts';
import { History } from './history.ts';
import { readBatchLog } from './read-batch-log.ts';

const ANSWER_WITHIN_MS = 8_000;

interface Nodes {
  readonly urls: readonly string[];
  readonly mqttPorts: readonly number[];
  /** Has the data of the first of them in `0`, and takes a copy of the store at the end. */
  readonly folder: string;
  readonly databaseUrl: string;
}

interface Load {
  readonly sites: number;
  readonly callers: number;
  readonly seed: number;
  readonly inStepWithinMs: number;
}

interface Underway {
  /** One for each node. */
  readonly clients: readonly ServiceClient[];
  readonly siteIds: readonly string[];
  readonly history: History;
  /** Resolves once so many more batches were answered. */
  readonly reached: (more: number) => Promise<void>;
}

/** Has something happen to nodes of one database under load; then holds every answer against the log. */
export async function underLoad(nodes: Nodes, load: Load, happen: (underway: Underway) => Promise<void>) {
  const [url = ''] = nodes.urls;
  const token = await signIn(url, await operatorOf(`${nodes.folder}/0`));
  // What nobody tries again may take its time.
  const client = new ServiceClient(url, token);
  const clients = nodes.urls.map((each) => new ServiceClient(each, token, ANSWER_WITHIN_MS));
  const logins = await registerSites(client, load.sites);
  const siteIds = logins.map(({ siteId }) => siteId);
  await using controllers = new AsyncDisposableStack();
  for (const login of logins) controllers.use(await followSite(nodes.mqttPorts, login));
  const history = new History();
  let isOver = false;
  const driving = driveStubbornly({ ...load, clients, siteIds, history, isOver: () => isOver });
  await happen({ clients, siteIds, history, reached: (more) => history.reached(history.posts.length + more) });
  isOver = true;
  await driving;
  const faults = await findOutOfStep(client, siteIds, load.inStepWithinMs);
  await backupStore(nodes.databaseUrl, `${nodes.folder}/setpoint.sqlite`, () => undefined);
  return { history, faults: [...faults, ...checkHistory(readBatchLog(nodes.folder), history)] };
}

export async function registerSites(client: ServiceClient, count: number): Promise<readonly SiteLogin[]> {
  const logins: SiteLogin[] = [];
  while (logins.length < count) logins.push(await client.registerSite(`Site ${logins.length}`));
  return logins;
}
