/** A host as addresses hold it: an IPv6 address in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** The URL of a port; undefined where nobody listens. */
export function addressOf(scheme: string, host: string | undefined, port: number | undefined): string | undefined {
  return host === undefined || port === undefined ? undefined : `${scheme}://${urlHost(host)}:${port}`;
}
