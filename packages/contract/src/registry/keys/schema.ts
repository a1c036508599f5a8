import { type Static, Type } from 'typebox';
import { instant, instantOrNull, text, textOrNull, titled, uuid } from '../../schema/fields.ts';

export const ControllerKey = titled('ControllerKey', {
  keyId: uuid('The key.'),
  createdAt: instant('When it was made.'),
  lastUsedAt: textOrNull('When the key was last used, to the minute; null if never.'),
  endsAt: instantOrNull('When the key ends by itself; null if never.'),
});
export type ControllerKey = Static<typeof ControllerKey>;

export const ControllerKeyList = titled('ControllerKeyList', { keys: Type.Array(ControllerKey) });
export type ControllerKeyList = Static<typeof ControllerKeyList>;

export const AddedControllerKey = titled('AddedControllerKey', {
  keyId: uuid('The key.'),
  controllerKey: text('The key. Shown only once.'),
  endsAt: instantOrNull('When the key ends by itself; null if never.'),
});
export type AddedControllerKey = Static<typeof AddedControllerKey>;
