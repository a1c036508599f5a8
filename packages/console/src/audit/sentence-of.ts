import { type AuditRecord, AUDIT_ACTIONS } from '@setpoint/contract';
import { type NameOf, nameOr } from './name-of.ts';
import { SENTENCES } from './sentences.ts';
import { toldOf } from './told.ts';

/** A record in words: who did it, and what. An action of a later release is named as it is. */
export function sentenceOf(record: AuditRecord, nameOf: NameOf): { readonly who: string; readonly did: string } {
  const action = AUDIT_ACTIONS.find((one) => one === record.action);
  const said = toldOf(record, nameOf);
  return {
    who: whoText(record.actor, nameOf),
    did: action === undefined ? `did ${record.action} to ${said.subject}` : SENTENCES[action](said),
  };
}

function whoText({ kind, id, name, onBehalfOf }: AuditRecord['actor'], nameOf: NameOf): string {
  const itself = name ?? strangerText(kind, id) ?? nameOr(nameOf, kind, id);
  return onBehalfOf === undefined ? itself : `${itself} for ${whoText(onBehalfOf, nameOf)}`;
}

function strangerText(kind: string, id: string): string | undefined {
  if (kind === 'service') return 'The service';
  if (kind === 'shell') return `${id} on the machine of the store`;
  if (kind === 'unknown') return id === '' ? 'Somebody unknown' : `Somebody who claimed to be ${id}`;
  return undefined;
}
