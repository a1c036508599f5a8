import type { AssetScheduleCommand, RegistryDocument, RegistryImport } from '@setpoint/contract';
import { ServiceClient, type SiteLogin } from '../../support/service/service-client.ts';
import { operatorOf, signIn } from '../../support/service/sign-in.ts';
import type { Service } from '../../support/service/start-service.ts';
import type { World } from './world.ts';

const POSTED_SITES = 20;
const ENTRIES_A_DAY = 96;
const MOST_ENTRIES = 1_500;
const QUARTER_MS = 900_000;
const FULL_TYPES = [
  'upperLimitkW',
  'lowerLimitkW',
  'activePowerkW',
  'afrrImportBookingkW',
  'afrrExportBookingkW',
  'mfrrImportBookingkW',
  'mfrrExportBookingkW',
  'fcrImportkW',
  'fcrExportkW',
];

export interface WorldOptions {
  readonly service: Service;
  readonly dataDir: string;
  readonly certificate: { readonly cert: string; readonly key: string };
  readonly opsPort: number;
  readonly controllers: number;
}

/** Sites for the good, sites for attackers, and a client for each kind of them. */
export async function makeWorld({ service, dataDir, certificate, opsPort, controllers }: WorldOptions): Promise<World> {
  const operatorCredentials = await operatorOf(dataDir);
  const operatorToken = await signIn(service.url, operatorCredentials);
  const operator = new ServiceClient(service.url, operatorToken);
  const names = [...namesOf('posted', POSTED_SITES), ...namesOf('fleet', controllers), 'granted', 'controlled'];
  const sites = names.map((siteName) => ({ siteId: crypto.randomUUID(), siteName, timeZone: 'UTC', notes: '' }));
  const granted = idOf(sites, 'granted');
  const good = sites.filter(({ siteName }) => /posted|fleet/.test(siteName));
  const answer = await operator.ask('/api/v1/fleet/registry', {
    method: 'POST',
    body: {
      format: 'setpoint-registry-1',
      sites,
      clients: [
        clientOf(
          'trader',
          good.map(({ siteId }) => siteId),
        ),
        clientOf('nobody', []),
        clientOf('granted', [granted]),
        { ...clientOf('webhooks', [granted]), scopes: ['sites:read', 'fleet:webhooks'] },
      ],
    } satisfies RegistryDocument,
  });
  if (answer.status !== 200) throw new Error(`no sites: ${answer.status} ${JSON.stringify(answer.body)}`);
  const { controllerKeys, clientSecrets } = answer.body as RegistryImport;
  const tokenOf = async (name: string): Promise<string> => {
    const client = clientSecrets.find(({ clientName }) => clientName === name);
    if (client === undefined) throw new Error(`no client ${name}`);
    return await signIn(service.url, client);
  };
  const loginsOf = (prefix: string): readonly SiteLogin[] =>
    controllerKeys
      .filter(({ siteName }) => siteName.startsWith(prefix))
      .map(({ siteId, controllerKey }) => ({ siteId, controllerKey }));
  const [controller] = loginsOf('controlled');
  if (controller === undefined) throw new Error('no controller to attack with');
  for (const { siteId } of good) await set(operator, siteId, [commandOf('activePowerkW', ENTRIES_A_DAY)]);
  for (const siteId of [granted, controller.siteId])
    for (const type of FULL_TYPES) await set(operator, siteId, [commandOf(type, MOST_ENTRIES)]);
  return {
    httpsPort: Number(new URL(service.url).port),
    opsPort,
    mqttPort: portIn(service.output(), 'mqtt'),
    mqttsPort: portIn(service.output(), 'mqtts'),
    cert: certificate.cert,
    certKey: certificate.key,
    operatorToken,
    traderToken: await tokenOf('trader'),
    postedSites: loginsOf('posted'),
    fleetSites: loginsOf('fleet'),
    attackers: {
      nobodyToken: await tokenOf('nobody'),
      granted: { token: await tokenOf('granted'), siteId: granted },
      controller,
      webhookToken: await tokenOf('webhooks'),
    },
  };
}

/** A command from an hour ago on, one entry each quarter of an hour. */
export function commandOf(type: string, count: number, value = 1): AssetScheduleCommand {
  const from = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - 4 * QUARTER_MS;
  const at = (index: number) => new Date(from + index * QUARTER_MS).toISOString();
  const entries = Array.from({ length: count }, (_, index) => ({ startAt: at(index), endAt: at(index + 1), value }));
  return { asset: 'grid', type: type as AssetScheduleCommand['type'], entries };
}

function namesOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

function idOf(sites: RegistryDocument['sites'], name: string): string {
  const site = sites.find(({ siteName }) => siteName === name);
  if (site === undefined) throw new Error(`no site ${name}`);
  return site.siteId;
}

function clientOf(clientName: string, siteIds: readonly string[]): RegistryDocument['clients'][number] {
  const grants = siteIds.map((siteId) => ({ siteId, can: 'schedule' as const }));
  return { clientName, isEnabled: true, scopes: ['sites:read', 'schedules:write'], grants, subjects: [] };
}

async function set(operator: ServiceClient, siteId: string, commands: readonly AssetScheduleCommand[]): Promise<void> {
  const { status, body } = await operator.postSchedules(siteId, commands);
  if (status !== 201) throw new Error(`nothing set: ${status} ${JSON.stringify(body)}`);
}

function portIn(output: string, scheme: 'mqtt' | 'mqtts'): number {
  const port = new RegExp(`\\b${scheme}://[\\d.]+:(\\d+)`).exec(output)?.[1];
  if (port === undefined) throw new Error(`no port for ${scheme}: ${output}`);
  return Number(port);
}
