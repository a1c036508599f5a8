import type { AnyWrite } from '../store/define-write.ts';
import { noteKeyUse } from './note-key-use.ts';
import { revokeSigningKey } from './revoke-signing-key.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';

export const identityWrites: readonly AnyWrite[] = [noteKeyUse, revokeSigningKey, rotateSigningKey];
