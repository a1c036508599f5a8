import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { baseUrl } from '@setpoint/contract';
import { isNetwork } from '../door/network-list.ts';
import {
  type Certificate,
  type CertificateDemand,
  type ClientAuthority,
  clientAuthority,
} from '../door/tls-options.ts';
import { isLoopback } from '../wire/is-loopback.ts';
import { ANY_ORIGIN } from './server/open-to-origins.ts';
import type { SettingsReader } from '../wire/settings-reader.ts';

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly opsHost: string;
  readonly opsPort: number;
  /** The address the service hands out; left out, it is the one it listens at. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  /** Whose pages may call the interfaces, beside those of the service itself. */
  readonly corsOrigins: readonly string[];
  readonly tls: Certificate | undefined;
  readonly controllerCertificates: CertificateDemand;
}

const PORTS = { min: 0, max: 65_535 };

export function readHttpSettings(read: SettingsReader): HttpSettings {
  const asking = readAsking(read);
  const settings = {
    host: read.text('SETPOINT_HTTP_HOST', '127.0.0.1'),
    port: read.integer('SETPOINT_HTTP_PORT', 8080, PORTS),
    opsHost: read.text('SETPOINT_OPS_HOST', '127.0.0.1'),
    opsPort: read.integer('SETPOINT_OPS_PORT', 9464, PORTS),
    publicUrl: readPublicUrl(read),
    trustedProxies: readProxies(read),
    corsOrigins: readOrigins(read),
    tls: withClients(readCertificate(read), asking, read),
    controllerCertificates: asking.demand,
  };
  refuseOpenPort(settings, read);
  return settings;
}

function readOrigins(read: SettingsReader): readonly string[] {
  const origins = read.list('SETPOINT_CORS_ORIGINS');
  if (origins.length === 1 && origins[0] === ANY_ORIGIN) return origins;
  for (const origin of origins) {
    if (/^https?:[^*]*$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    read.refuse(
      `SETPOINT_CORS_ORIGINS: ${JSON.stringify(origin)} is not an origin, such as https://desk.example.com: ` +
        'no path, no slash at the end, small letters; or * alone, for every origin',
    );
  }
  return origins;
}

// The console and the documents ask for what they need from the root of the address.
function readPublicUrl(read: SettingsReader): string | undefined {
  const url = read.url('SETPOINT_PUBLIC_URL');
  if (url === undefined || baseUrl(new URL(url).origin) === url) return url;
  read.refuse(
    `SETPOINT_PUBLIC_URL: ${JSON.stringify(url)} must be an origin alone, such as https://setpoint.example.com`,
  );
  return undefined;
}

function readProxies(read: SettingsReader): readonly string[] {
  const proxies = read.list('SETPOINT_TRUSTED_PROXIES');
  for (const proxy of proxies.filter((one) => !isNetwork(one))) {
    read.refuse(`SETPOINT_TRUSTED_PROXIES: ${JSON.stringify(proxy)} is not an address or a network such as 10.0.0.0/8`);
  }
  return proxies.filter(isNetwork);
}

function readCertificate(read: SettingsReader): Certificate | undefined {
  const [cert, key] = [read.file('SETPOINT_TLS_CERT'), read.file('SETPOINT_TLS_KEY')];
  if (cert !== undefined && key !== undefined) {
    refuseUnfit(read, cert, key);
    return { cert, key };
  }
  const given = ['SETPOINT_TLS_CERT', 'SETPOINT_TLS_KEY'].filter((name) => read.given(name) !== undefined);
  if (given.length === 1)
    read.refuse('SETPOINT_TLS_CERT and SETPOINT_TLS_KEY: set both, each to the path of a PEM file');
  return undefined;
}

function refuseUnfit(read: SettingsReader, cert: string, key: string): void {
  const certificate = parsed(read, 'SETPOINT_TLS_CERT', () => new X509Certificate(cert));
  const privateKey = parsed(read, 'SETPOINT_TLS_KEY', () => createPrivateKey(key));
  if (certificate === undefined || privateKey === undefined) return;
  if (certificate.checkPrivateKey(privateKey))
    parsed(read, 'SETPOINT_TLS_CERT', () => createSecureContext({ cert, key }));
  else read.refuse('SETPOINT_TLS_KEY: is not the key of the certificate in SETPOINT_TLS_CERT');
}

interface Asking {
  readonly demand: CertificateDemand;
  readonly clients: ClientAuthority | undefined;
}

function readAsking(read: SettingsReader): Asking {
  const demand = read.choice('SETPOINT_CONTROLLER_CERTIFICATES', 'off', ['off', 'asked', 'required']);
  const ca = read.file('SETPOINT_CONTROLLER_CA_FILE');
  if (demand === 'off') return { demand, clients: undefined };
  if (read.given('SETPOINT_CONTROLLER_CA_FILE') === undefined) {
    read.refuse(
      `SETPOINT_CONTROLLER_CERTIFICATES: ${demand} needs SETPOINT_CONTROLLER_CA_FILE, the path of a PEM file`,
    );
  }
  if (ca === undefined) return { demand, clients: undefined };
  const clients = clientAuthority(ca);
  parsed(read, 'SETPOINT_CONTROLLER_CA_FILE', () => new X509Certificate(ca));
  parsed(read, 'SETPOINT_CONTROLLER_CA_FILE', () => createSecureContext({ crl: [...clients.crl] }));
  return { demand, clients };
}

function parsed<Value>(read: SettingsReader, name: string, parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    read.refuse(`${name}: ${read.given(name)} is not a PEM file that can be used: ${why}`);
    return undefined;
  }
}

// Who connects proves to have a certificate to whoever ends its TLS: a proxy in front cannot hand that on.
function withClients(
  certificate: Certificate | undefined,
  { demand, clients }: Asking,
  read: SettingsReader,
): Certificate | undefined {
  if (certificate !== undefined) return { ...certificate, clients };
  const isGiven = read.given('SETPOINT_TLS_CERT') !== undefined || read.given('SETPOINT_TLS_KEY') !== undefined;
  if (demand === 'off' || isGiven) return undefined;
  read.refuse(
    `SETPOINT_CONTROLLER_CERTIFICATES: ${demand} needs TLS that ends here: set SETPOINT_TLS_CERT and SETPOINT_TLS_KEY; ` +
      'behind a proxy that handles TLS, no certificate of a controller arrives',
  );
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
