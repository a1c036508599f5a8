import type { Assets, RejectedCommand } from '@setpoint/contract';

/** A report as the gateway understood it. */
export interface SeenReport {
  readonly session: string;
  readonly sequence: number;
  readonly sentAtMs: number;
  /** What the controller says that it applied; null for none. */
  readonly revision: string | null;
  readonly rejected: readonly RejectedCommand[];
  /** What it takes by ways of their own. */
  readonly takes: readonly string[];
  /** Left out when the report left the devices out. */
  readonly assets?: Assets;
}

export type Happened =
  /** What the runner did, or waited for. */
  | { readonly kind: 'step' }
  | { readonly kind: 'login'; readonly isAccepted: boolean }
  | { readonly kind: 'gone' }
  | { readonly kind: 'subscribe'; readonly topics: readonly { readonly topic: string; readonly qos: number }[] }
  /** A report on its way, before anybody read it. */
  | { readonly kind: 'publish'; readonly qos: number; readonly retain: boolean }
  | { readonly kind: 'report'; readonly report: SeenReport }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'request'; readonly method: string; readonly path: string; readonly isAnswered: boolean }
  | { readonly kind: 'packet' }
  | { readonly kind: 'output' };

/** One line of the evidence: what happened, and when since the start of the run. */
export type Happening = Happened & { readonly atMs: number; readonly text: string };
