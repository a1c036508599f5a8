import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readHosts, readSearchDomains } from './read-system-names.ts';

/** Finds the addresses of a name. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

export interface NamePlaces {
  /** Name servers to ask instead of those of the system. */
  readonly servers?: readonly string[];
  readonly hostsPath?: string;
  readonly resolvPath?: string;
}

interface LookUpTimes {
  readonly withinMs: number;
  /** A packet may be lost: it is sent again after this long. */
  readonly againAfterMs: number;
  /** How long addresses of one family wait for those of the other. */
  readonly otherFamilyMs: number;
}

const TIMES: LookUpTimes = { withinMs: 2_000, againAfterMs: 700, otherFamilyMs: 300 };
const TRIES = 2;

/**
 * Looks names up by itself. The system's own look-up is a queue for the whole process, of two at a time: whoever has
 * names that nobody answers for stops it for all. Here each name has a resolver, and a time of its own.
 */
export function createNameLookup({ servers = [], hostsPath, resolvPath }: NamePlaces = {}, times = TIMES): LookUp {
  const hosts = readHosts(hostsPath);
  const searchDomains = readSearchDomains(resolvPath);
  return async (name) => {
    const plain = name.toLowerCase().replace(/\.$/, '');
    const known = (await hosts()).get(plain);
    if (known !== undefined) return known;
    // A dot at the end says that a name is whole.
    const domains = name.endsWith('.') ? [] : (await searchDomains()).domainsFor(plain);
    return resolveFirst([plain, ...domains.map((domain) => `${plain}.${domain}`)], { servers, times });
  };
}

interface Asking {
  readonly servers: readonly string[];
  readonly times: LookUpTimes;
}

async function resolveFirst(names: readonly string[], { servers, times }: Asking): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: times.againAfterMs, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const giveUp = setTimeout(() => resolver.cancel(), times.withinMs);
  try {
    for (const name of names) {
      const addresses = await resolveName(resolver, name, times);
      if (addresses.length > 0) return addresses;
    }
  } finally {
    clearTimeout(giveUp);
  }
  throw new Error(`there is no address for the name ${names[0]}`);
}

async function resolveName(resolver: Resolver, name: string, times: LookUpTimes): Promise<LookupAddress[]> {
  const asked = [resolver.resolve4(name), resolver.resolve6(name)] as const;
  void Promise.any(asked).then(
    () => setTimeout(() => resolver.cancel(), times.otherFamilyMs).unref(),
    () => undefined,
  );
  const [four, six] = await Promise.allSettled(asked);
  const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)];
  const failed = [four, six].find((one) => one.status === 'rejected' && !saysThereIsNone(one.reason));
  if (addresses.length > 0 || failed?.status !== 'rejected') return addresses;
  throw new Error(failureOf(name, failed.reason, times), { cause: failed.reason });
}

function addressesOf(result: PromiseSettledResult<readonly string[]>, family: number): LookupAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}

function saysThereIsNone(cause: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(codeOf(cause));
}

function failureOf(name: string, cause: unknown, { withinMs }: LookUpTimes): string {
  const code = codeOf(cause);
  if (code === 'ECANCELLED' || code === 'ETIMEOUT') return `no name server answered for ${name} within ${withinMs} ms`;
  return `the name ${name} could not be looked up: ${code}`;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
