const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/?]*)(.*)$/s;

/** An address may name several hosts, as those of PostgreSQL's own tools may; the result has one address for each. */
export function listAddresses(url: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  return start === '' ? [url] : hosts.split(',').map((host) => start + host + rest);
}
