import { type Static, Type } from 'typebox';
import { titled } from '../../schema/fields.ts';

export const SubjectMapping = titled(
  'SubjectMapping',
  {
    issuer: Type.String({ minLength: 1, maxLength: 2_000 }),
    subject: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { description: 'A subject of an outside issuer. Its tokens act as the client.' },
);
export type SubjectMapping = Static<typeof SubjectMapping>;
