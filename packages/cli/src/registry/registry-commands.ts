import { readFileSync, writeFileSync } from 'node:fs';
import type { RegistryDocument } from '@setpoint/contract';
import type { Command } from 'commander';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';

/** `setpoint registry …` */
export function registryCommands(program: Command, shell: Shell): void {
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
  const document = await shell.registry().exportRegistry();
  const text = JSON.stringify(document, null, 2);
  if (file === undefined) return shell.print(document, text);
  writeFileSync(file, `${text}\n`);
  const counts = { file, sites: document.sites.length, clients: document.clients.length };
  shell.print(counts, `Wrote ${counts.sites} sites and ${counts.clients} clients to ${file}.`);
}

async function importRegistry(shell: Shell, file: string, isDryRun: boolean): Promise<void> {
  const document = parseDocument(readFileSync(file, 'utf8'));
  const { steps, controllerKeys, clientSecrets } = await shell
    .registry()
    .importRegistry(document, { dryRun: isDryRun });
  const made = [
    ...controllerKeys.map(({ siteName, controllerKey }) => `  site ${siteName}: ${controllerKey}`),
    ...clientSecrets.map((client) => `  client ${client.clientName}: ${client.clientId} ${client.clientSecret}`),
  ];
  const lines = steps.length === 0 ? ['Nothing is different.'] : [...steps];
  if (isDryRun && steps.length > 0) lines.push('Nothing was done: this was a dry run.');
  if (made.length > 0) lines.push('Keep these: they are not shown again.', ...made);
  shell.print({ isDryRun, steps, made }, lines.join('\n'));
}

function parseDocument(text: string): RegistryDocument {
  const document = JSON.parse(text) as Partial<RegistryDocument>;
  if (document.format === 'setpoint-registry-1' && Array.isArray(document.sites) && Array.isArray(document.clients)) {
    return document as RegistryDocument;
  }
  throw new CliError('bad_document', 'This is no document that `npx setpoint registry export` wrote.');
}
