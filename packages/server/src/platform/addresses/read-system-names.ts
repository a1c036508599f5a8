import type { LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

type Hosts = ReadonlyMap<string, readonly LookupAddress[]>;

interface SearchDomains {
  /** Those behind which a name may be meant. */
  domainsFor(name: string): readonly string[];
}

/** The names that this machine itself knows; `localhost` is always one of them. */
export function readHosts(path = '/etc/hosts'): () => Promise<Hosts> {
  return rememberFile(path, parseHosts);
}

/** The domains behind which short names are looked for. */
export function readSearchDomains(path = '/etc/resolv.conf'): () => Promise<SearchDomains> {
  return rememberFile(path, parseSearchDomains);
}

/** What a file says, read again when it changed; a file that is not there is an empty one. */
function rememberFile<Value>(path: string, parse: (text: string) => Value): () => Promise<Value> {
  let known: { readonly mark: string; readonly value: Value } | undefined;
  return async () => {
    try {
      const { mtimeMs, size } = await stat(path);
      const mark = `${mtimeMs} ${size}`;
      if (known?.mark !== mark) known = { mark, value: parse(await readFile(path, 'utf8')) };
      return known.value;
    } catch {
      return parse('');
    }
  };
}

function parseHosts(text: string): Hosts {
  const hosts = new Map<string, LookupAddress[]>();
  for (const [address = '', ...names] of wordsOf(text)) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const plain = name.toLowerCase();
      hosts.set(plain, [...(hosts.get(plain) ?? []), { address, family }]);
    }
  }
  if (!hosts.has('localhost')) {
    hosts.set('localhost', [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  }
  return hosts;
}

const DOTS_OF_A_WHOLE_NAME = 1;

function parseSearchDomains(text: string): SearchDomains {
  let domains: readonly string[] = [];
  let wholeFrom = DOTS_OF_A_WHOLE_NAME;
  for (const [keyword, ...words] of wordsOf(text)) {
    if (keyword === 'search' || keyword === 'domain') domains = words.map((word) => word.replace(/\.$/, ''));
    const dots = words.find((word) => keyword === 'options' && word.startsWith('ndots:'))?.slice('ndots:'.length);
    if (dots !== undefined) wholeFrom = Number(dots);
  }
  return { domainsFor: (name) => (name.split('.').length - 1 < wholeFrom ? domains : []) };
}

/** The words of each line, without comments. */
function wordsOf(text: string): string[][] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
}
