import type { Actor } from '@setpoint/contract';

/** A row of a client or a person, as far as it is still there. */
interface NamedRow {
  readonly id: string | null;
  readonly name: string | null;
  readonly kind: string | null;
}

/** Who it was that has this id; null once nobody has it. */
export function actorFrom({ id, name, kind }: NamedRow): Actor | null {
  return id === null || name === null ? null : { kind: kind === 'person' ? 'person' : 'client', id, name };
}
