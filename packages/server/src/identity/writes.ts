import type { AnyWrite } from '../store/define-write.ts';
import { noteKeyUse } from './keys/note-key-use.ts';
import { revokeSigningKey } from './keys/revoke-signing-key.ts';
import { rotateSigningKey } from './keys/rotate-signing-key.ts';

export const identityWrites: readonly AnyWrite[] = [noteKeyUse, revokeSigningKey, rotateSigningKey];
