import type { Row, Tables } from './tables.ts';

/** A right that a backup holds and that the store which it replaces had no more. */
export interface ReturningRight {
  readonly what: 'client' | 'person' | 'group' | 'secret' | 'subject' | 'grant' | 'controller key';
  /** Whose it is: the name of a client, a person, a group or a site. */
  readonly of: string;
  readonly detail: string;
}

interface Right {
  readonly what: ReturningRight['what'];
  /** The column with whose it is. */
  readonly owner?: 'site_name';
  readonly detail: string;
  readonly from: string;
  readonly where?: string;
  /** Whether it may have an end, after which it is none. */
  readonly mayEnd?: true;
}

const CLIENT = 'JOIN client USING (client_id)';
const MAY = `CASE can_schedule WHEN 1 THEN 'schedule ' ELSE 'read ' END`;
// Persons and groups are clients too, each with a row of its own.
const NOBODY_ELSE = 'client_id NOT IN (SELECT person_id FROM person UNION SELECT group_id FROM known_group)';

const RIGHTS: readonly Right[] = [
  { what: 'client', detail: 'client_id', from: 'client', where: `is_enabled = 1 AND ${NOBODY_ELSE}` },
  { what: 'person', detail: 'person_id', from: 'person JOIN client ON client_id = person_id', where: 'is_enabled = 1' },
  { what: 'group', detail: 'group_id', from: 'known_group JOIN client ON client_id = group_id' },
  { what: 'secret', detail: 'secret_hash', from: `client_secret ${CLIENT}`, mayEnd: true },
  { what: 'subject', detail: `issuer || ' ' || subject`, from: `client_subject ${CLIENT}` },
  { what: 'grant', detail: `${MAY} || site_id`, from: `site_grant ${CLIENT}`, mayEnd: true },
  { what: 'grant', detail: `${MAY} || 'pool ' || pool_id`, from: `pool_grant ${CLIENT}`, mayEnd: true },
  {
    what: 'controller key',
    owner: 'site_name',
    detail: 'key_id',
    from: 'controller_key JOIN site USING (site_id)',
    mayEnd: true,
  },
];

/** What was taken back since the backup was made, and would be valid again. */
export async function listReturning(
  backup: Tables,
  replaced: Tables | undefined,
  now: number,
): Promise<ReturningRight[]> {
  const returning: ReturningRight[] = [];
  for (const { what, owner = 'client_name', detail: shown, from, where = 'TRUE', mayEnd = false } of RIGHTS) {
    const text = `SELECT ${owner} AS owner, ${shown} AS detail FROM ${from} WHERE ${where}`;
    const had = replaced === undefined ? [] : await replaced.query(text);
    const still = new Set(had.map(({ detail }) => detail));
    const inForce = await backup.query(mayEnd ? `${text} AND ends_at > ${now}` : text);
    const rows = inForce.filter(({ detail }) => !still.has(detail ?? null));
    returning.push(...rows.map((row) => rightFromRow(what, row)));
  }
  return returning;
}

function rightFromRow(what: ReturningRight['what'], { owner, detail }: Row): ReturningRight {
  // A hash is of use to nobody; its beginning tells two secrets apart.
  const shown = what === 'secret' ? String(detail).slice(0, 8) : String(detail);
  return { what, of: String(owner), detail: shown };
}
