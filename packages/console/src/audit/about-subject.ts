import type { AuditFilter } from '@setpoint/client';
import type { KnownOption } from './told-apart.ts';

const NAMED = /^(?:site|pool|client|person|group):([\da-f-]{36})$/;

/** What has a name is asked for by its id: grants, holds and members of it are records that name it too. */
export function aboutSubject({ subject = '', ...rest }: AuditFilter): AuditFilter {
  const about = NAMED.exec(subject)?.[1];
  if (about !== undefined) return { ...rest, about };
  return subject === '' ? rest : { ...rest, subject };
}

/** The choice that leads to such a filter. */
export function subjectOf({ subject, about }: AuditFilter, subjects: readonly KnownOption[]): string {
  if (about === undefined) return subject ?? '';
  return subjects.find(({ id }) => id.endsWith(`:${about}`))?.id ?? `site:${about}`;
}
