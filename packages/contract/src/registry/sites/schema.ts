import { type Static, Type } from 'typebox';
import { SITE_STATES } from '../../delivery/schema.ts';
import { boolean, instant, nextCursor, oneOf, text, titled, uuid } from '../../schema/fields.ts';
import { name, notes } from '../fields.ts';

export const AddSiteRequest = titled('AddSiteRequest', {
  siteName: name,
  siteId: Type.Optional(uuid()),
  timeZone: Type.Optional(text('IANA name; UTC when left out.')),
  notes: Type.Optional(notes),
});
export type AddSiteRequest = Static<typeof AddSiteRequest>;

export const AddSiteResponse = titled('AddSiteResponse', {
  siteId: uuid(),
  siteName: text(),
  timeZone: text(),
  controllerKey: text('Shown once.'),
});
export type AddSiteResponse = Static<typeof AddSiteResponse>;

export const SITE_ISSUES = ['rejected', 'clock_off', 'protocol_error', 'held'] as const;

export const ChangeSiteRequest = titled(
  'ChangeSiteRequest',
  { siteName: Type.Optional(name), timeZone: Type.Optional(text()), notes: Type.Optional(notes) },
  { minProperties: 1, description: 'What is left out stays.' },
);
export type ChangeSiteRequest = Static<typeof ChangeSiteRequest>;

export const RegisteredSite = titled('RegisteredSite', {
  siteId: uuid(),
  siteName: text(),
  timeZone: text(),
  notes: text(),
  createdAt: instant(),
  isOnline: boolean(),
  state: oneOf(SITE_STATES, 'Whether its controller has what is set.'),
  issues: Type.Array(oneOf(SITE_ISSUES), {
    description:
      'rejected: its controller does not carry out something. clock_off: by more than 2 s. protocol_error: what it sent last was refused. held: a hold lies on it.',
  }),
});
export type RegisteredSite = Static<typeof RegisteredSite>;

export const RegisteredSiteList = titled('RegisteredSiteList', { sites: Type.Array(RegisteredSite), nextCursor });
export type RegisteredSiteList = Static<typeof RegisteredSiteList>;
