import { isDeepStrictEqual } from 'node:util';
import type { ClientId, Problem, SiteId } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { sql } from 'kysely';
import { defineWrite } from '../store/define-write.ts';
import { listOf } from '../store/list-of.ts';
import { type SqlValue, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';
import { recorded } from '../trail/recorded.ts';

export interface AcknowledgeProblemInput {
  readonly siteIds: readonly SiteId[];
  readonly problem: Problem;
  readonly note: string | null;
  readonly madeBy: ClientId;
  readonly now: number;
  /** null takes it back. */
  readonly endsAt: number | null;
}

interface Acknowledged {
  /** Whether it was otherwise for one of the sites. */
  readonly isChanged: boolean;
}

type OfSites = { siteIds: string; problem: string };
type Put = OfSites & { note: string | null; madeBy: string; createdAt: number; endsAt: number };

const COLUMNS = ['site_id', 'problem', 'note', 'made_by', 'created_at', 'ends_at'] as const;
const FORGOTTEN_AT_ONCE = 1_000;
const MOST_NAMED = 100;

// A site that was removed meanwhile has no problem.
const putOnSites = statement<Put>()(({ db, dialect, param }) => {
  const as = (value: SqlValue, type: 'TEXT' | 'BIGINT') => sql<never>`CAST(${value} AS ${sql.raw(type)})`;
  return db
    .insertInto('acknowledgement')
    .columns(COLUMNS)
    .expression(
      db
        .selectFrom('site')
        .select([
          'site.site_id',
          as(param('problem'), 'TEXT').as('problem'),
          as(param('note'), 'TEXT').as('note'),
          as(param('madeBy'), 'TEXT').as('made_by'),
          as(param('createdAt'), 'BIGINT').as('created_at'),
          as(param('endsAt'), 'BIGINT').as('ends_at'),
        ])
        .where('site.site_id', 'in', listOf(dialect, param('siteIds'))),
    )
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'problem']).doUpdateSet((eb) => ({
        note: eb.ref('excluded.note'),
        made_by: eb.ref('excluded.made_by'),
        created_at: eb.ref('excluded.created_at'),
        ends_at: eb.ref('excluded.ends_at'),
      })),
    );
});

const removeOfSites = statement<OfSites>()(({ db, dialect, param }) =>
  db
    .deleteFrom('acknowledgement')
    .where('problem', '=', param('problem'))
    .where('site_id', 'in', listOf(dialect, param('siteIds'))),
);

const ended = statement<{ now: number; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('acknowledgement')
    .select(['site_id', 'problem'])
    .where('ends_at', '<=', param('now'))
    .orderBy('ends_at')
    .limit(param('limit')),
);

const inForceOf = statement<OfSites & { now: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('acknowledgement')
    .select(['site_id', 'note', 'ends_at'])
    .where('problem', '=', param('problem'))
    .where('site_id', 'in', listOf(dialect, param('siteIds')))
    .where('ends_at', '>', param('now'))
    .orderBy('site_id'),
);

/** Acknowledges a problem of some sites, or takes that back; those that have ended are forgotten on the way. */
export const acknowledgeProblem = defineWrite({
  name: 'acknowledgeProblem',
  client: ({ madeBy }) => madeBy,
  record: recorded({
    subject: ({ problem }: AcknowledgeProblemInput): Subject => ({ kind: 'acknowledgement', id: problem }),
    read: stateOf,
    // The record names the first sites and notes alone.
    did: ({ isChanged }: Acknowledged) => isChanged,
  }),
  run: async (tx: Tx, input: AcknowledgeProblemInput): Promise<Acknowledged> => {
    const { problem, note, madeBy, now, endsAt } = input;
    await forgetEnded(tx, now);
    const before = await readInForce(tx, input);
    const siteIds = JSON.stringify(input.siteIds);
    if (endsAt === null) await tx.run(removeOfSites, { siteIds, problem });
    else await tx.run(putOnSites, { siteIds, problem, note, madeBy, createdAt: now, endsAt });
    return { isChanged: !isDeepStrictEqual(before, await readInForce(tx, input)) };
  },
});

async function forgetEnded(tx: Tx, now: number): Promise<void> {
  for (const { site_id: siteId, problem } of await tx.all(ended, { now, limit: FORGOTTEN_AT_ONCE })) {
    await tx.run(removeOfSites, { siteIds: JSON.stringify([siteId]), problem });
  }
}

function readInForce(tx: Tx, { siteIds, problem, now }: AcknowledgeProblemInput) {
  return tx.all(inForceOf, { siteIds: JSON.stringify(siteIds), problem, now });
}

async function stateOf(tx: Tx, input: AcknowledgeProblemInput): Promise<State | undefined> {
  const rows = await readInForce(tx, input);
  const [first] = rows;
  if (first === undefined) return undefined;
  const until = instantText(Math.max(...rows.map((row) => row.ends_at)));
  const alike = Map.groupBy(rows, ({ note, ends_at: endsAt }) => JSON.stringify([note, endsAt]));
  const notes = [...alike.values()].slice(0, MOST_NAMED).map((those) => noteOf(those));
  const state = { problem: input.problem, sites: rows.length, siteIds: named(rows), until };
  return alike.size === 1 ? { ...state, note: first.note } : { ...state, notes };
}

type InForce = Awaited<ReturnType<typeof readInForce>>;

/** What is said of the same sites in the same words, until the same instant. */
function noteOf(rows: InForce): State {
  const { note = null, ends_at: endsAt = 0 } = rows[0] ?? {};
  return { note, until: instantText(endsAt), siteIds: named(rows) };
}

function named(rows: InForce): readonly string[] {
  return rows.slice(0, MOST_NAMED).map((row) => row.site_id);
}
