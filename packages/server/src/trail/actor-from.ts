import type { Actor } from '@setpoint/contract';

/** A row of a client or a person, as far as it is still there. */
interface NamedRow {
  readonly id: string | null;
  readonly name: string | null;
  readonly kind: string | null;
  /** The client that acted for it, as `throughOf` has it. */
  readonly through?: string | null;
}

/** Who it was that has this id; null once nobody has it. */
export function actorFrom({ id, name, kind, through = null }: NamedRow): Actor | null {
  if (id === null || name === null) return null;
  const itself = { kind: kind === 'person' ? ('person' as const) : ('client' as const), id, name };
  if (through === null) return itself;
  const endOfId = through.indexOf(' ');
  const client = { kind: 'client' as const, id: through.slice(0, endOfId) };
  const clientName = through.slice(endOfId + 1);
  return { ...client, ...(clientName === '' ? {} : { name: clientName }), onBehalfOf: itself };
}
