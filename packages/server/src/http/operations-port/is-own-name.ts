import { isIP } from 'node:net';

// Names that nobody outside can have: of this machine, a cluster, a project of Compose or a network of one's own.
const OWN_ENDINGS = ['.localhost', '.svc', '.svc.cluster.local', '.local', '.internal'];
const PARTS = /^(?<name>[a-z0-9_][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * Whether a request names this port by an address or a name of its own. A page that a browser shows may be given the
 * address of this machine by its own name server, and could read what it answers: it then asks by the name of the page.
 */
export function isOwnName(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined) return true;
  const name = nameIn(host.toLowerCase());
  if (name === undefined) return false;
  const isNoDomain = isIP(name) !== 0 || !name.includes('.');
  return isNoDomain || OWN_ENDINGS.some((ending) => name.endsWith(ending)) || isAmong(names, name);
}

/** Without the port, and without the dot that ends a full name. */
function nameIn(host: string): string | undefined {
  const name = PARTS.exec(host)?.groups?.['name'];
  if (name?.startsWith('[') !== true) return name?.replace(/\.$/, '');
  return isIP(name.slice(1, -1)) === 6 ? name.slice(1, -1) : undefined;
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.some((own) => own.toLowerCase() === name);
}
