import type { AuditCalls, AuditFilter } from '@setpoint/client';
import type { AuditAlteration, AuditPlace, AuditRecord } from '@setpoint/contract';
import { alteredText } from './altered-text.ts';
import { type EarlierExport, tooYoungToForget } from './read-earlier-export.ts';
import {
  type AuditVerdict,
  broken,
  type BrokenAuditLog,
  type IntactAuditLog,
  verifyAuditLog,
} from './verify-audit-log.ts';

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
class NamedRecords {
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

export interface AuditServiceTerms {
  readonly pinned: readonly string[] | undefined;
  /** What an earlier export said. */
  readonly known: EarlierExport | undefined;
  readonly onRecord?: () => void;
}

/** Whether the log of a service is whole, without taking its word for what it can be asked. */
export async function verifyAuditService(audit: AuditCalls, terms: AuditServiceTerms): Promise<AuditVerdict> {
  const { known, pinned, onRecord } = terms;
  // What is written while it is read is checked too, but need not be there yet.
  const before = await audit.bounds();
  const { end } = before;
  const found = new Map<number, string>();
  const named = new NamedRecords();
  let altered: AuditAlteration | undefined;
  async function* noted(): AsyncGenerator<AuditRecord> {
    for await (const page of audit.exportPages()) {
      altered ??= page.altered[0];
      for (const record of page.records) {
        named.note(record);
        if (record.sequence === known?.last.sequence || record.sequence === end.sequence) {
          found.set(record.sequence, record.hash);
        }
        yield record;
      }
    }
  }
  const verdict = await verifyAuditLog(noted(), { pinned, onRecord });
  if (altered !== undefined && !(verdict.kind === 'broken' && verdict.sequence < altered.sequence)) {
    return broken(altered.sequence, alteredText(altered));
  }
  if (verdict.kind === 'broken') return verdict;
  if (verdict.records === 0) return broken(1, 'is missing: the log is empty');
  const since = await audit.bounds();
  return (
    beginProblem(verdict, before, since) ??
    endProblem(verdict, { end, since: since.end, found }) ??
    knownProblem(verdict, known, found) ??
    (await named.missed(audit, { from: since.begin.sequence, to: end.sequence })) ??
    verdict
  );
}

type Bounds = Awaited<ReturnType<AuditCalls['bounds']>>;

// Some may have been deleted while the others were read.
function beginProblem({ first }: IntactAuditLog, before: Bounds, since: Bounds): AuditVerdict | undefined {
  if (first > before.begin.sequence && first <= since.begin.sequence + 1) return undefined;
  return broken(first, `is the first, and the log is said to begin behind record ${since.begin.sequence}`);
}

interface Ends {
  readonly end: AuditPlace;
  /** The same, once all was read. */
  readonly since: AuditPlace;
  readonly found: ReadonlyMap<number, string>;
}

function endProblem({ last }: IntactAuditLog, { end, since, found }: Ends): AuditVerdict | undefined {
  if (last.sequence > since.sequence) return broken(since.sequence + 1, 'is behind the end of the log');
  if (found.get(end.sequence) === end.hash) return undefined;
  return broken(end.sequence, 'is not the one that the log ends with');
}

function knownProblem(
  verdict: IntactAuditLog,
  known: EarlierExport | undefined,
  found: ReadonlyMap<number, string>,
): AuditVerdict | undefined {
  if (known === undefined) return undefined;
  const { sequence, hash } = known.last;
  if (found.get(sequence) === hash) return tooYoungToForget(verdict, known);
  if (sequence >= verdict.first) return broken(sequence, 'is another one in the export');
  return broken(sequence, 'is what the export ends with, and the log has deleted it because of its age');
}
