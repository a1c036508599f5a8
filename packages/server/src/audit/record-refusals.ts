import type { Actor } from '@setpoint/contract';
import type { Refused, RefusalRecord } from '../platform/refusal-record.ts';
import { keyOf, type Recording } from '../trail/append-record.ts';
import type { DeedCounter } from '../trail/count-deeds.ts';

/** Counts who was refused in the audit log, and who failed to sign in. */
export function recordRefusals(refusals: Pick<RefusalRecord, 'watch'>, deeds: Pick<DeedCounter, 'note'>): void {
  refusals.watch((refused) => {
    // Its sender had the right to send it: the log of the service alone has it.
    if (refused.kind === 'batch') return;
    const actor = refused.actor ?? strangerOf(refused);
    deeds.note(apartAs(refused, actor), deedOf(refused, actor));
  });
}

const SIGN_INS: ReadonlySet<Refused['kind']> = new Set(['failed_login', 'mqtt_login', 'failed_session', 'failed_key']);

function apartAs({ kind, address, details }: Refused, actor: Actor): string {
  const { onBehalfOf } = actor;
  const who = onBehalfOf === undefined ? keyOf(actor) : `${keyOf(actor)} ${keyOf(onBehalfOf)}`;
  return `${kind} ${address} ${who} ${details?.['provider'] ?? ''}`;
}

function deedOf({ kind, address, details = {} }: Refused, actor: Actor): Recording {
  const { requestId, traceId: _traceId, sender: _, claimed: __, ...rest } = details;
  const by = { actor, address, ...(requestId === undefined ? {} : { requestId: String(requestId) }) };
  const action = SIGN_INS.has(kind) ? 'sign_in.failed' : 'request.refused';
  return { by, action, subject: { kind: 'refusal', id: kind }, after: rest };
}

function strangerOf({ details }: Refused): Actor {
  return { kind: 'unknown', id: String(details?.['claimed'] ?? '') };
}
