import type { AnyWrite } from '../store/define-write.ts';
import { putGrant } from './put-grant.ts';
import { removeGrant } from './remove-grant.ts';

export const accessWrites: readonly AnyWrite[] = [putGrant, removeGrant];
