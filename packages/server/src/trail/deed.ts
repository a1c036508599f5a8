import type { Actor } from '@setpoint/contract';

/** Who does something, and how it came in. */
export interface Deed {
  readonly actor: Actor;
  /** Left out for what nobody asked for over a network. */
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Part of the input of a write that the audit log records; left out, the service does it by itself. */
export interface Done {
  readonly by?: Deed | undefined;
}

/** What something is done to. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** What there is of a subject, as it is recorded. Never a secret, nor the hash of one. */
export type State = Readonly<Record<string, unknown>>;
