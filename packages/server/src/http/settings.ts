import type { Shares } from '../limits/shares.ts';
import { isLoopback } from '../wire/is-loopback.ts';
import type { BodyBytesSettings } from './read/body-bytes.ts';
import type { SettingsReader } from '../wire/settings-reader.ts';

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly opsHost: string;
  readonly opsPort: number;
  /** What else the operations port is called, beside the name of the machine. */
  readonly opsHosts: readonly string[];
  /** The address the service hands out; left out, it is the one it listens at. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly tls: Certificate | undefined;
  readonly bodies: BodyBytesSettings;
}

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const PORTS = { min: 0, max: 65_535 };

export function readHttpSettings(read: SettingsReader, shares: Shares): HttpSettings {
  const settings = {
    host: read.text('SETPOINT_HTTP_HOST', '127.0.0.1'),
    port: read.integer('SETPOINT_HTTP_PORT', 8080, PORTS),
    opsHost: read.text('SETPOINT_OPS_HOST', '127.0.0.1'),
    opsPort: read.integer('SETPOINT_OPS_PORT', 9464, PORTS),
    opsHosts: read.list('SETPOINT_OPS_HOSTS'),
    publicUrl: read.url('SETPOINT_PUBLIC_URL'),
    trustedProxies: read.list('SETPOINT_TRUSTED_PROXIES'),
    tls: readCertificate(read),
    bodies: { bytesOfCaller: shares['client-body-bytes'], bytesOfAll: shares['body-bytes'] },
  };
  refuseOpenPort(settings, read);
  return settings;
}

function readCertificate(read: SettingsReader): Certificate | undefined {
  const cert = read.file('SETPOINT_TLS_CERT');
  const key = read.file('SETPOINT_TLS_KEY');
  if (read.given('SETPOINT_TLS_CERT') === undefined && read.given('SETPOINT_TLS_KEY') === undefined) return undefined;
  if (cert !== undefined && key !== undefined) return { cert, key };
  read.refuse('SETPOINT_TLS_CERT and SETPOINT_TLS_KEY: set both, each to the path of a PEM file');
  return undefined;
}

// Bearer tokens must not cross a network in the clear.
function refuseOpenPort({ host, tls, publicUrl }: HttpSettings, read: SettingsReader): void {
  const given = read.given('SETPOINT_TLS');
  if (given !== undefined && given !== 'terminated-upstream') {
    read.refuse(`SETPOINT_TLS: ${JSON.stringify(given)} must be terminated-upstream, if it is set`);
  }
  if (given === 'terminated-upstream' && publicUrl?.startsWith('http:') === true) {
    read.refuse(
      `SETPOINT_PUBLIC_URL: ${publicUrl} is not encrypted, but SETPOINT_TLS=terminated-upstream says that users come ` +
        'by https: set the https address that they see',
    );
  }
  if (isLoopback(host) || tls !== undefined || given === 'terminated-upstream') return;
  read.refuse(
    `SETPOINT_HTTP_HOST: ${host} can be reached by other machines; set SETPOINT_TLS_CERT and SETPOINT_TLS_KEY, ` +
      'or SETPOINT_TLS=terminated-upstream if a proxy in front handles TLS',
  );
}
