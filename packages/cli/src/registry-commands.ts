import { readFileSync, writeFileSync } from 'node:fs';
import type { RegistryCalls } from '@setpoint/client';
import type { Grant, RegisteredClient, RegisteredSite, SubjectMapping } from '@setpoint/contract';
import type { Command } from 'commander';
import { CliError } from './cli-error.ts';
import type { Shell } from './shell.ts';

type KeptSite = Pick<RegisteredSite, 'siteId' | 'siteName' | 'timeZone' | 'notes'>;
type KeptClient = Pick<RegisteredClient, 'clientName' | 'isEnabled' | 'scopes' | 'grants' | 'subjects'>;

/** Sites, clients and grants, without any secret. A client is known by its name. */
interface RegistryDocument {
  readonly format: 'setpoint-registry-1';
  readonly sites: readonly KeptSite[];
  readonly clients: readonly KeptClient[];
}

/** One thing that an import does. */
interface Step {
  readonly text: string;
  /** Answers with the secrets that were made, which are shown this once. */
  readonly apply: () => Promise<string | undefined>;
}

/** `setpoint registry …` */
export function addRegistryCommands(program: Command, shell: Shell): void {
  const registry = program
    .command('registry')
    .description('sites, clients and grants as one document, without secrets');

  registry
    .command('export')
    .description('write the registry as one JSON document, to a file or to standard output')
    .argument('[file]', 'where to')
    .action((file: string | undefined) => exportRegistry(shell, file));

  registry
    .command('import')
    .description('add and change what the document names; nothing is removed')
    .argument('<file>', 'a document that export wrote')
    .option('--dry-run', 'only say what would be done')
    .action((file: string, options: { dryRun?: true }) => importRegistry(shell, file, options.dryRun === true));
}

async function exportRegistry(shell: Shell, file: string | undefined): Promise<void> {
  const document = await readAll(shell.registry());
  const text = JSON.stringify(document, null, 2);
  if (file === undefined) return shell.print(document, text);
  writeFileSync(file, `${text}\n`);
  const counts = { file, sites: document.sites.length, clients: document.clients.length };
  shell.print(counts, `Wrote ${counts.sites} sites and ${counts.clients} clients to ${file}.`);
}

async function readAll(calls: RegistryCalls): Promise<RegistryDocument> {
  const sites: KeptSite[] = [];
  for await (const { siteId, siteName, timeZone, notes } of calls.sites())
    sites.push({ siteId, siteName, timeZone, notes });
  const clients: KeptClient[] = [];
  for await (const { clientName, isEnabled, scopes, grants, subjects } of calls.clients()) {
    clients.push({ clientName, isEnabled, scopes, grants, subjects });
  }
  return { format: 'setpoint-registry-1', sites, clients };
}

async function importRegistry(shell: Shell, file: string, isDryRun: boolean): Promise<void> {
  const calls = shell.registry();
  const wanted = parseDocument(readFileSync(file, 'utf8'));
  const steps = [...(await siteSteps(calls, wanted.sites)), ...(await clientSteps(calls, wanted.clients))];
  const made: string[] = [];
  for (const step of isDryRun ? [] : steps) {
    const secret = await step.apply();
    if (secret !== undefined) made.push(secret);
  }
  const lines = steps.length === 0 ? ['Nothing is different.'] : steps.map(({ text }) => text);
  if (isDryRun && steps.length > 0) lines.push('Nothing was done: this was a dry run.');
  if (made.length > 0) lines.push('Keep these: they are not shown again.', ...made);
  shell.print({ isDryRun, steps: steps.map(({ text }) => text), made }, lines.join('\n'));
}

function parseDocument(text: string): RegistryDocument {
  const document = JSON.parse(text) as Partial<RegistryDocument>;
  if (document.format === 'setpoint-registry-1' && Array.isArray(document.sites) && Array.isArray(document.clients)) {
    return document as RegistryDocument;
  }
  throw new CliError('bad_document', 'This is no document that `npx setpoint registry export` wrote.');
}

async function siteSteps(calls: RegistryCalls, wanted: readonly KeptSite[]): Promise<Step[]> {
  const present = new Map<string, KeptSite>();
  for await (const site of calls.sites()) present.set(site.siteId, site);
  return wanted.flatMap((site): Step[] => {
    const { siteId, siteName, timeZone, notes } = site;
    const before = present.get(siteId);
    if (before === undefined) {
      const apply = async () => `  site ${siteName}: ${(await calls.addSite(site)).controllerKey}`;
      return [{ text: `add the site ${siteName} (${siteId})`, apply }];
    }
    const change = { siteName, timeZone, notes };
    const names = (['siteName', 'timeZone', 'notes'] as const).filter((name) => before[name] !== site[name]);
    const apply = () => calls.changeSite(siteId, change).then(() => undefined);
    return names.length === 0 ? [] : [{ text: `change ${names.join(', ')} of the site ${siteName}`, apply }];
  });
}

async function clientSteps(calls: RegistryCalls, wanted: readonly KeptClient[]): Promise<Step[]> {
  const present = new Map<string, RegisteredClient>();
  for await (const client of calls.clients()) present.set(client.clientName, client);
  return wanted.flatMap((client): Step[] => {
    const { clientName, scopes } = client;
    const before = present.get(clientName);
    let clientId = before?.clientId ?? '';
    const added: Step[] = [];
    if (before === undefined) {
      const apply = async () => {
        const made = await calls.addClient({ clientName, scopes });
        ({ clientId } = made);
        return `  client ${clientName}: ${clientId} ${made.clientSecret}`;
      };
      added.push({ text: `add the client ${clientName}`, apply });
    }
    const state = { grants: [], subjects: [], isEnabled: true, ...before };
    return [...added, ...accessSteps(calls, { client, before: state, clientId: () => clientId })];
  });
}

interface Access {
  readonly client: KeptClient;
  readonly before: Pick<KeptClient, 'grants' | 'subjects' | 'isEnabled'>;
  /** Known once the client is there. */
  readonly clientId: () => string;
}

function accessSteps(calls: RegistryCalls, { client, before, clientId }: Access): Step[] {
  const { clientName, isEnabled } = client;
  const grants = missing<Grant>(client.grants, before.grants).map((grant) => ({
    text: `let ${clientName} ${grant.can} ${grant.siteId ?? 'all sites'}`,
    apply: () => calls.putGrant(clientId(), grant).then(() => undefined),
  }));
  const subjects = missing<SubjectMapping>(client.subjects, before.subjects).map((mapping) => ({
    text: `let ${mapping.subject} of ${mapping.issuer} act as ${clientName}`,
    apply: () => calls.mapSubject(clientId(), mapping).then(() => undefined),
  }));
  const enabling = {
    text: `${isEnabled ? 'enable' : 'disable'} ${clientName}`,
    apply: () => calls.setClientEnabled(clientId(), isEnabled).then(() => undefined),
  };
  return [...grants, ...subjects, ...(isEnabled === before.isEnabled ? [] : [enabling])];
}

function missing<Item extends object>(wanted: readonly Item[], present: readonly Item[]): Item[] {
  const nameOf = (item: Item) =>
    JSON.stringify(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const known = new Set(present.map(nameOf));
  return wanted.filter((item) => !known.has(nameOf(item)));
}
