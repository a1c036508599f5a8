import { type Static, Type } from 'typebox';
import { instant, instantOrNull, text, textOrNull, titled, uuid } from '../../schema/fields.ts';

/** The SHA-256 of a certificate (DER), as `x5t#S256` of RFC 8705. */
const THUMBPRINT = /^[\w-]{42}[AEIMQUYcgkosw048]$/;
const MOST_THUMBPRINTS = 2;

export const thumbprint = { type: 'string', pattern: THUMBPRINT.source } as const;

const certificateThumbprints = Type.Array(Type.String({ pattern: thumbprint.pattern }), {
  maxItems: MOST_THUMBPRINTS,
  description:
    'The certificates that the key is bound to, by thumbprint (`x5t#S256` of RFC 8705): it is valid only on connections with one of them. None: it is bound to no certificate.',
});

export function isThumbprint(given: string): boolean {
  return THUMBPRINT.test(given);
}

export const ControllerKey = titled('ControllerKey', {
  keyId: uuid('The key.'),
  createdAt: instant('When it was made.'),
  lastUsedAt: textOrNull('When the key was last used, to the minute; null if never.'),
  endsAt: instantOrNull('When the key ends by itself; null if never.'),
  certificateThumbprints,
});
export type ControllerKey = Static<typeof ControllerKey>;

export const ControllerKeyList = titled('ControllerKeyList', { keys: Type.Array(ControllerKey) });
export type ControllerKeyList = Static<typeof ControllerKeyList>;

export const ChangeControllerKeyRequest = titled('ChangeControllerKeyRequest', { certificateThumbprints });
export type ChangeControllerKeyRequest = Static<typeof ChangeControllerKeyRequest>;

export const AddedControllerKey = titled('AddedControllerKey', {
  keyId: uuid('The key.'),
  controllerKey: text('The key. Shown only once.'),
  endsAt: instantOrNull('When the key ends by itself; null if never.'),
  certificateThumbprints,
});
export type AddedControllerKey = Static<typeof AddedControllerKey>;
