/** A host as addresses hold it: an IPv6 address in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

const ANY_INTERFACE = new Set(['0.0.0.0', '::']);

export function isAnyInterface(host: string): boolean {
  return ANY_INTERFACE.has(host);
}

/** A host that this machine can call: who listens everywhere is on the loopback too. */
export function hostHere(host: string): string {
  if (!isAnyInterface(host)) return host;
  return host === '::' ? '::1' : '127.0.0.1';
}

/** The URL of a port; undefined where nobody listens. */
export function addressOf(scheme: string, host: string | undefined, port: number | undefined): string | undefined {
  return host === undefined || port === undefined ? undefined : `${scheme}://${urlHost(hostHere(host))}:${port}`;
}
