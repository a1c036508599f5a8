import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { NodeStatus } from '@setpoint/contract';
import { instantText } from '@setpoint/core';

export type MachineFigures = Pick<
  NodeStatus,
  | 'diskFreeBytes'
  | 'diskBytes'
  | 'lastBackupAt'
  | 'certificateEndsAt'
  | 'mqttControllers'
  | 'mqttConnections'
  | 'mostMqttConnections'
>;

export interface Machine {
  /** Where the database file is; undefined with another store. */
  readonly dataDir: string | undefined;
  /** The certificate that people and programs are shown, as PEM. */
  readonly certificate: string | undefined;
  readonly lastBackupAt: () => number | undefined;
  readonly mqtt: () => { readonly controllers: number; readonly open: number; readonly most: number };
}

/** What runs out on a machine: its disk, its certificate, its connections, and the time since its last backup. */
export function machineFigures({ dataDir, certificate, lastBackupAt, mqtt }: Machine): () => Promise<MachineFigures> {
  const certificateEndsAt =
    certificate === undefined ? null : instantText(new X509Certificate(certificate).validToDate.getTime());
  return async () => {
    const backupAt = lastBackupAt();
    const { controllers, open, most } = mqtt();
    return {
      ...(await diskOf(dataDir)),
      lastBackupAt: backupAt === undefined ? null : instantText(backupAt),
      certificateEndsAt,
      mqttControllers: controllers,
      mqttConnections: open,
      mostMqttConnections: most,
    };
  };
}

async function diskOf(dataDir: string | undefined): Promise<Pick<MachineFigures, 'diskFreeBytes' | 'diskBytes'>> {
  // Not every file system says how full it is: the rest of the answer does not wait for that.
  const disk = dataDir === undefined ? undefined : await statfs(dataDir).catch(() => undefined);
  if (disk === undefined) return { diskFreeBytes: null, diskBytes: null };
  return { diskFreeBytes: disk.bavail * disk.bsize, diskBytes: disk.blocks * disk.bsize };
}
