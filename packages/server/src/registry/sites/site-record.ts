import { thumbprintsOf } from '../../identity/keys/thumbprints-of.ts';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { readBy } from '../../store/fields.ts';
import { NEVER } from '../../store/in-force.ts';
import type { Tx } from '../../store/tx.ts';
import type { State, Subject } from '../../trail/deed.ts';

const siteById = readBy('site', ['siteId'], ['siteName', 'timeZone', 'notes', 'holdSeconds']);

const keysOf = readBy('controller_key', { key: ['siteId'], by: ['createdAt', 'keyId'] }, [
  'keyId',
  'createdAt',
  'endsAt',
  'thumbprints',
]);

interface Named {
  readonly siteId: string;
}

/** What the audit log says of a site: how it is registered, and which keys its controller has. */
export const siteRecord = {
  subject: ({ siteId }: Named): Subject => ({ kind: 'site', id: siteId }),
  read: async (tx: Tx, { siteId }: Named): Promise<State | undefined> => {
    const site = await tx.first(siteById, { siteId });
    if (site === undefined) return undefined;
    const keys = await tx.all(keysOf, { siteId });
    return {
      ...site,
      controllerKeys: keys.map(({ keyId, createdAt, endsAt, thumbprints }) => ({
        keyId,
        createdAt: instantText(createdAt),
        endsAt: instantTextOrNull(endsAt === NEVER ? null : endsAt),
        certificateThumbprints: thumbprintsOf(thumbprints),
      })),
    };
  },
};
