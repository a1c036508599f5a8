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
  readonly text: string;
  /** Whether it may have an end, after which it is none. */
  readonly mayEnd?: true;
}

const RIGHTS: readonly Right[] = [
  {
    what: 'client',
    // Persons and groups are rows of it too, each with one of its own.
    text: `SELECT client_name AS owner, client_id AS detail FROM client WHERE is_enabled = 1
      AND client_id NOT IN (SELECT person_id FROM person UNION SELECT group_id FROM known_group)`,
  },
  {
    what: 'person',
    text: `SELECT client_name AS owner, person_id AS detail FROM person
      JOIN client ON client_id = person_id WHERE is_enabled = 1`,
  },
  {
    what: 'group',
    text: `SELECT client_name AS owner, group_id AS detail FROM known_group JOIN client ON client_id = group_id`,
  },
  {
    what: 'secret',
    text: `SELECT client_name AS owner, secret_hash AS detail FROM client_secret
      JOIN client ON client.client_id = client_secret.client_id`,
    mayEnd: true,
  },
  {
    what: 'subject',
    text: `SELECT client_name AS owner, issuer || ' ' || subject AS detail FROM client_subject
      JOIN client ON client.client_id = client_subject.client_id`,
  },
  {
    what: 'grant',
    text: `SELECT client_name AS owner, CASE can_schedule WHEN 1 THEN 'schedule ' ELSE 'read ' END || site_id AS detail
      FROM site_grant JOIN client ON client.client_id = site_grant.client_id`,
    mayEnd: true,
  },
  {
    what: 'grant',
    text: `SELECT client_name AS owner,
      CASE can_schedule WHEN 1 THEN 'schedule ' ELSE 'read ' END || 'pool ' || pool_id AS detail
      FROM pool_grant JOIN client ON client.client_id = pool_grant.client_id`,
    mayEnd: true,
  },
  {
    what: 'controller key',
    text: `SELECT site_name AS owner, key_id AS detail FROM controller_key
      JOIN site ON site.site_id = controller_key.site_id`,
    mayEnd: true,
  },
];

interface Comparing {
  readonly replaced: Tables | undefined;
  readonly now: number;
}

/** What was taken back since the backup was made, and would be valid again. */
export async function listReturning(backup: Tables, { replaced, now }: Comparing): Promise<ReturningRight[]> {
  const returning: ReturningRight[] = [];
  for (const { what, text, mayEnd = false } of RIGHTS) {
    const had = replaced === undefined ? [] : await replaced.query(text);
    const still = new Set(had.map(({ detail }) => detail));
    const inForce = await backup.query(mayEnd ? `${text} WHERE ends_at > ${now}` : text);
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
