import { readFileSync, writeFileSync } from 'node:fs';
import type { RegistryDocument } from '@setpoint/contract';
import type { Command } from 'commander';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { countText } from '../text/count-text.ts';

/** `setpoint registry …` */
export function registryCommands(program: Command, shell: Shell): void {
  const registry = program
    .command('registry')
    .description('export or import sites, pools, clients and grants as one document, without secrets');

  registry
    .command('export')
    .description('write the registry as one JSON document')
    .argument('[file]', 'the file to write (default: standard output)')
    .action((file: string | undefined) => exportRegistry(shell, file));

  registry
    .command('import')
    .description('add and change what the document lists, sites by id, clients by name; nothing is removed')
    .argument('<file>', 'a document written by `registry export`')
    .option('--dry-run', 'only print what would be done')
    .action((file: string, options: { dryRun?: true }) => importRegistry(shell, file, options.dryRun === true));
}

async function exportRegistry(shell: Shell, file: string | undefined): Promise<void> {
  const document = await shell.client().registry.exportRegistry();
  const text = JSON.stringify(document, null, 2);
  if (file === undefined) return shell.print(document, text);
  writeFileSync(file, `${text}\n`);
  const counts = { file, sites: document.sites.length, clients: document.clients.length };
  shell.print(
    counts,
    `Wrote ${countText(counts.sites, 'site')} and ${countText(counts.clients, 'client')} to ${file}.`,
  );
}

async function importRegistry(shell: Shell, file: string, isDryRun: boolean): Promise<void> {
  const document = readDocument(file);
  const { steps, controllerKeys, clientSecrets } = await shell
    .client()
    .registry.importRegistry(document, { dryRun: isDryRun });
  const made = [
    ...controllerKeys.map(({ siteName, controllerKey }) => `  site ${siteName}: ${controllerKey}`),
    ...clientSecrets.map((client) => `  client ${client.clientName}: ${client.clientId} ${client.clientSecret}`),
  ];
  const lines = steps.length === 0 ? ['There is nothing to change.'] : [...steps];
  if (isDryRun && steps.length > 0) lines.push('This was a dry run: nothing was changed.');
  if (made.length > 0) lines.push('Keep these: they are not shown again.', ...made);
  shell.print({ isDryRun, steps, made }, lines.join('\n'));
}

function readDocument(file: string): RegistryDocument {
  const document = parseJson(readFileSync(file, 'utf8')) as Partial<RegistryDocument> | null | undefined;
  if (document?.format === 'setpoint-registry-1' && Array.isArray(document.sites) && Array.isArray(document.clients)) {
    return document as RegistryDocument;
  }
  throw new CliError('bad_document', `${file} is not a document written by \`{setpoint} registry export\`.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
