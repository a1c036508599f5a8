import type { AuditTimeStamp } from '@setpoint/contract';
import type { X509Certificate } from 'node:crypto';
import type { GoodSeal } from './seal-reading.ts';
import { type BrokenAuditLog, broken } from './verify-audit-log.ts';

/** Seals that an authority stamped. */
export interface StampedSeals {
  readonly authority: string;
  readonly seals: number;
  /** The first and the last of them. */
  readonly from: number;
  readonly to: number;
}

export interface IntactTimeStamps {
  readonly kind: 'intact';
  readonly stamped: readonly StampedSeals[];
}

/** The time stamps of a log, as they come by beside its seals. */
export class TimeStampReading {
  readonly #seals = new Map<number, GoodSeal>();
  readonly #stamps = new Map<number, AuditTimeStamp>();

  noteSeal(seal: GoodSeal): void {
    this.#seals.set(seal.sequence, seal);
  }

  take(stamps: readonly AuditTimeStamp[] = []): void {
    for (const stamp of stamps) this.#stamps.set(stamp.sequence, stamp);
  }

  /** Whether all are good; by which authorities, only where some are given that are believed. */
  async verdict(authorities: readonly X509Certificate[] | undefined): Promise<IntactTimeStamps | BrokenAuditLog> {
    const stamped = new Map<string, StampedSeals>();
    // Read when there is something to read: few need it.
    const { verifyTimeStamp } = await import('@setpoint/server/verify-time-stamp');
    for (const [sequence, seal] of this.#seals) {
      const stamp = this.#stamps.get(sequence);
      if (stamp === undefined) continue;
      const read = verifyTimeStamp(Buffer.from(stamp.token, 'base64'), { ...seal, authorities });
      if (typeof read === 'string') return broken(sequence, `has a time stamp that ${read}`);
      const isAsSaid = Date.parse(stamp.at) === read.at && stamp.authority === read.by;
      if (!isAsSaid)
        return broken(sequence, 'has a time stamp of another instant, or by another authority, than is said');
      const known = stamped.get(read.by) ?? { authority: read.by, seals: 0, from: sequence };
      stamped.set(read.by, { ...known, seals: known.seals + 1, to: sequence });
    }
    return { kind: 'intact', stamped: [...stamped.values()] };
  }
}
