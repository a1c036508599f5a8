import type { AuditCalls, AuditFilter } from '@setpoint/client';
import type { AuditRecord } from '@setpoint/contract';
import { broken, type BrokenAuditLog } from './verify-audit-log.ts';

interface Named {
  readonly filter: AuditFilter;
  readonly sequences: number[];
}

interface Between {
  /** Behind this record, … */
  readonly from: number;
  readonly to: number;
}

/** The records of a log by their actions and actors, by each of which the service must find the same. */
export class NamedRecords {
  readonly #byName = new Map<string, Named>();

  note({ sequence, action, actor: { kind, id } }: AuditRecord): void {
    for (const filter of [{ action }, { actor: `${kind}:${id}` }]) {
      const name = JSON.stringify(filter);
      const named: Named = this.#byName.get(name) ?? { filter, sequences: [] };
      named.sequences.push(sequence);
      this.#byName.set(name, named);
    }
  }

  /** A record that a filter passes over: an index of the database is not what it was. */
  async missed(audit: AuditCalls, { from, to }: Between): Promise<BrokenAuditLog | undefined> {
    for (const [name, { filter, sequences }] of this.#byName) {
      const found = new Set<number>();
      for await (const { sequence } of audit.export(filter)) found.add(sequence);
      const missed = sequences.find((sequence) => sequence > from && sequence <= to && !found.has(sequence));
      if (missed !== undefined) {
        return broken(missed, `is not found by ${name}: an index of the database was altered`);
      }
    }
    return undefined;
  }
}
