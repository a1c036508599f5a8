import { type ControllerKey, isThumbprint } from '@setpoint/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { sentence } from '../text/printable.ts';
import { commandsOn } from '../shell/commands-on.ts';
import type { Shell } from '../shell/shell.ts';
import { endFields } from './end-fields.ts';
import { fieldsText } from '../text/fields-text.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesIn } from '../shell/times-in.ts';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileProblem } from '../shell/file-problem.ts';

interface NewKey {
  readonly until?: string;
  readonly certificate?: string;
}

/** `setpoint site key …` */
export function keyCommands(site: Command, shell: Shell): void {
  const key = commandsOn(
    site.command('key').description("manage the keys that a site's controller signs in with, two at most"),
    shell,
    'site',
  );
  key(
    'add',
    'make another key and print it, only once; the earlier key stays valid',
    ({ siteId, timeZone }, options: NewKey) => addKey(shell, siteId, timesIn(options, timeZone)),
  )
    .addOption(timeOption('--until <time>', 'when the key ends by itself, with every connection made with it'))
    .option(
      '--certificate <file>',
      'bind it to this certificate (PEM), or to the one with this thumbprint',
      thumbprintOf,
    );
  key(
    'bind',
    'bind a key to at most two certificates, replacing earlier ones; without any, remove the binding',
    ({ siteId, siteName }, keyId: string, certificateThumbprints: readonly string[]) =>
      bindKey(shell, { siteId, siteName, keyId, certificateThumbprints }),
  )
    .argument('<key>', 'the id of the key')
    .argument('[certificates...]', 'the files of certificates (PEM), or their thumbprints', collectThumbprints, []);
  key('list', 'list the valid keys with their last use', async ({ siteId }) => {
    const list = await shell.client().registry.listControllerKeys(siteId);
    const none = `No valid keys. Make one: {setpoint} site key add ${siteId}`;
    const columns: Columns<ControllerKey> = {
      'KEY ID': ({ keyId }) => keyId,
      ADDED: ({ createdAt }) => createdAt,
      'LAST USED': ({ lastUsedAt }) => lastUsedAt ?? 'never',
      ENDS: ({ endsAt }) => endsAt ?? 'never',
      CERTIFICATES: ({ certificateThumbprints }) => certificateThumbprints.join(' ') || 'not bound',
    };
    shell.print(list, listText(list.keys, columns, none));
  });
  key('revoke', 'revoke a key and close the connections made with it', async ({ siteId, siteName }, keyId: string) => {
    await shell.client().registry.revokeControllerKey(siteId, keyId);
    shell.print({ siteId, keyId, isRevoked: true }, sentence`Revoked the key ${keyId} of ${siteName}.`);
  }).argument('<key>', 'the id of the key');
}

async function addKey(shell: Shell, siteId: string, options: NewKey): Promise<void> {
  const added = await shell.client().registry.addControllerKey(siteId, {
    endsAt: options.until,
    certificateThumbprint: options.certificate,
  });
  const fields = fieldsText([
    ['site id', siteId],
    ['key id', added.keyId],
    ['controller key', added.controllerKey],
    ...endFields(added),
    ...added.certificateThumbprints.map((thumbprint): [string, string] => ['certificate', thumbprint]),
  ]);
  shell.print(
    { siteId, ...added },
    `Made another key. Keep it: it is not shown again. The earlier key stays valid.\n${fields}`,
  );
}

interface BoundKey {
  readonly siteId: string;
  readonly siteName: string;
  readonly keyId: string;
  readonly certificateThumbprints: readonly string[];
}

async function bindKey(shell: Shell, { siteId, siteName, keyId, certificateThumbprints }: BoundKey): Promise<void> {
  await shell
    .client()
    .registry.changeControllerKey(siteId, keyId, { certificateThumbprints: [...certificateThumbprints] });
  const bound = sentence`Bound the key ${keyId} of ${siteName} to ${certificateThumbprints.join(' and ')}.`;
  const unbound = sentence`The key ${keyId} of ${siteName} is bound to no certificate any more.`;
  shell.print({ siteId, keyId, certificateThumbprints }, certificateThumbprints.length > 0 ? bound : unbound);
}

function collectThumbprints(given: string, before: readonly string[]): readonly string[] {
  return [...before, thumbprintOf(given)];
}

/** The thumbprint of a certificate (`x5t#S256`), which is given as such, or by the path of its PEM file. */
function thumbprintOf(given: string): string {
  if (isThumbprint(given)) return given;
  try {
    return createHash('sha256')
      .update(new X509Certificate(readFileSync(given)).raw)
      .digest('base64url');
  } catch (cause) {
    throw new InvalidArgumentError(
      `Give the path of a certificate (PEM) or its thumbprint: ${fileProblem(cause, given) ?? (cause instanceof Error ? cause.message : String(cause))}`,
    );
  }
}
