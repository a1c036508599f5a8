import type { Actor } from '@setpoint/contract';
import type { Refused, RefusalRecord } from '../platform/refusal-record.ts';
import type { Recording } from '../trail/append-record.ts';
import type { DeedCounter } from '../trail/count-deeds.ts';

/** Counts who was refused in the audit log, and who failed to sign in. */
export function recordRefusals(refusals: Pick<RefusalRecord, 'watch'>, deeds: Pick<DeedCounter, 'note'>): void {
  refusals.watch((refused) => {
    const deed = deedOf(refused);
    deeds.note(`${refused.kind} ${refused.address} ${deed.by?.actor.id}`, deed);
  });
}

const SIGN_INS: ReadonlySet<Refused['kind']> = new Set(['failed_login', 'mqtt_login', 'failed_session', 'failed_key']);

function deedOf({ kind, address, details = {} }: Refused): Recording {
  const { requestId, sender, claimed, ...rest } = details;
  const by = {
    actor: actorOf(sender, claimed),
    address,
    ...(requestId === undefined ? {} : { requestId: String(requestId) }),
  };
  const action = SIGN_INS.has(kind) ? 'sign_in.failed' : 'request.refused';
  return { by, action, subject: { kind: 'refusal', id: kind }, after: rest };
}

// A sender is written as its kind and its id.
function actorOf(sender: string | number | undefined, claimed: string | number | undefined): Actor {
  const [kind, id] = String(sender ?? '').split(' ');
  if (kind === 'client' && id !== undefined) return { kind: 'client', id };
  if ((kind === 'controller' || kind === 'site') && id !== undefined) return { kind: 'controller', id };
  return { kind: 'unknown', id: String(claimed ?? '') };
}
