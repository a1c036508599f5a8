import type { AnyWrite } from '../store/define-write.ts';
import { addSealingKey } from './keys/add-sealing-key.ts';
import { noteKeyUse } from './keys/note-key-use.ts';
import { revokeSigningKey } from './keys/revoke-signing-key.ts';
import { rotateSigningKey } from './keys/rotate-signing-key.ts';

export const identityWrites: readonly AnyWrite[] = [addSealingKey, noteKeyUse, revokeSigningKey, rotateSigningKey];
