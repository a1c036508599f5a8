import { type MailSettings, readMailSettings } from './webhooks/mail-settings.ts';
import { type AuditSettings, readAuditSettings, settingsSeen } from './audit/settings.ts';
import { type ConnectionSettings, readConnectionSettings } from './door/settings.ts';
import { type GatewaySettings, readGatewaySettings } from './gateway/settings.ts';
import { type HistorySettings, readHistorySettings } from './history/settings.ts';
import { type HttpSettings, readHttpSettings } from './http/settings.ts';
import { type IdentitySettings, readIdentitySettings } from './identity/settings.ts';
import { nearestName } from './limits/nearest-name.ts';
import { readShares } from './limits/read-shares.ts';
import { type MaintenanceSettings, readMaintenanceSettings } from './maintenance/settings.ts';
import { createSettingsReader, type Environment, type SettingsReader } from './wire/settings-reader.ts';
import { type ProcessSettings, readProcessSettings } from './platform/settings.ts';
import { readRegistrySettings, type RegistrySettings } from './registry/settings.ts';
import { readSessionSettings, type SessionSettings } from './sessions/settings.ts';
import { readSiteSettings, type SiteSettings } from './sites/settings.ts';
import { readStoreSettings, type StoreSettings } from './store/settings.ts';
import { readWebhookSettings, type WebhookSettings } from './webhooks/settings.ts';

/** Everything that an operator can set, by the room that reads it. */
export interface Config {
  readonly process: ProcessSettings;
  readonly connections: ConnectionSettings;
  readonly http: HttpSettings;
  readonly store: StoreSettings;
  readonly identity: IdentitySettings;
  readonly sites: SiteSettings;
  readonly history: HistorySettings;
  readonly gateway: GatewaySettings;
  readonly registry: RegistrySettings;
  readonly maintenance: MaintenanceSettings;
  readonly webhooks: WebhookSettings;
  readonly mail: MailSettings;
  readonly audit: AuditSettings;
  readonly sessions: SessionSettings;
}

export type ConfigResult =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Reads the whole environment once and lists all that is wrong with it. */
export function readConfig(environment: Environment): ConfigResult {
  const problems: string[] = [];
  const read = createSettingsReader(environment, problems);
  const config = configFrom(read, environment);
  problems.push(...misspelt(environment, read.asked));
  return problems.length === 0 ? { kind: 'config', config } : { kind: 'invalid', problems };
}

export function configFrom(read: SettingsReader, environment: Environment): Config {
  const shares = readShares(read);
  return {
    process: readProcessSettings(read),
    connections: readConnectionSettings(shares),
    http: readHttpSettings(read),
    store: readStoreSettings(read),
    identity: readIdentitySettings(read, shares),
    sites: readSiteSettings(read),
    history: readHistorySettings(read),
    gateway: readGatewaySettings(read),
    registry: readRegistrySettings(read),
    maintenance: readMaintenanceSettings(read),
    webhooks: readWebhookSettings(read),
    mail: readMailSettings(read),
    audit: { ...readAuditSettings(read), seen: settingsSeen(environment) },
    sessions: readSessionSettings(read),
  };
}

// What commands and the launcher read.
const OF_COMMANDS = ['URL', 'CLIENT_ID', 'CLIENT_SECRET', 'LOGIN_FILE', 'LAUNCHED', 'COMMAND'].map(
  (name) => `SETPOINT_${name}`,
);
// What the tests of a checkout set, and what Kubernetes tells every pod of a service with the name setpoint.
const OF_OTHERS = [/^SETPOINT_(?:TEST|BENCH)_/, /_SERVICE_(?:HOST|PORT)/, /_PORT_\d{1,5}_(?:TCP|UDP)/];
const ADDRESS_OF_SERVICE = /^(?:tcp|udp):/;

function misspelt(environment: Environment, known: ReadonlySet<string>): string[] {
  const isUnknown = (name: string) =>
    name.startsWith('SETPOINT_') &&
    !known.has(name) &&
    !OF_COMMANDS.includes(name) &&
    !OF_OTHERS.some((form) => form.test(name)) &&
    !ADDRESS_OF_SERVICE.test(environment[name] ?? '');
  return Object.keys(environment)
    .filter(isUnknown)
    .map((name) => `${name}: there is no such setting; the nearest is ${nearestName(name, [...known])}`);
}
