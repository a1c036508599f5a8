import { type Static, Type } from 'typebox';
import { SITE_STATES, TROUBLE_CODES, type TroubleCode } from '../../delivery/schema.ts';
import { boolean, instant, nextCursor, oneOf, text, titled, uuid } from '../../schema/fields.ts';
import { holdSeconds, name, notes } from '../fields.ts';

export const AddSiteRequest = titled('AddSiteRequest', {
  siteName: name,
  siteId: Type.Optional(uuid('The site.')),
  timeZone: Type.Optional(text('An IANA name, such as `Europe/Berlin`; UTC if left out.')),
  notes: Type.Optional(notes),
  holdSeconds: Type.Optional(holdSeconds),
});
export type AddSiteRequest = Static<typeof AddSiteRequest>;

export const AddedSite = titled('AddedSite', {
  siteId: uuid('The site.'),
  siteName: text('The name of the site.'),
  timeZone: text('The time zone of the site, an IANA name.'),
  controllerKey: text('The key that the controller of the site signs in with. Shown only once.'),
});
export type AddedSite = Static<typeof AddedSite>;

const OWN_ISSUES = ['rejected', 'limited', 'protocol_error', 'held'] as const;
type SiteIssue = (typeof OWN_ISSUES)[number] | TroubleCode;
export const SITE_ISSUES: readonly SiteIssue[] = [...OWN_ISSUES, ...TROUBLE_CODES];

export const ChangeSiteRequest = titled(
  'ChangeSiteRequest',
  {
    siteName: Type.Optional(name),
    timeZone: Type.Optional(text('The time zone of the site, an IANA name.')),
    notes: Type.Optional(notes),
    holdSeconds: Type.Optional(holdSeconds),
  },
  { minProperties: 1, description: 'Fields that are left out stay as they are.' },
);
export type ChangeSiteRequest = Static<typeof ChangeSiteRequest>;

export const RegisteredSite = titled('RegisteredSite', {
  siteId: uuid('The site.'),
  siteName: text('The name of the site.'),
  timeZone: text('The time zone of the site, an IANA name.'),
  notes: text('Notes for people.'),
  holdSeconds,
  createdAt: instant('When it was made.'),
  isOnline: boolean(
    'Whether the controller is connected, or has reported in time (90 s; `SETPOINT_OFFLINE_AFTER_SECONDS`).',
  ),
  state: oneOf(
    SITE_STATES,
    'Whether the controller has the current schedule. `in_sync`: yes. `partial`: yes, but it rejects some commands. `pending`: not yet, but it is online. `unreachable`: no, and it is offline.',
  ),
  issues: Type.Array(oneOf(SITE_ISSUES), {
    description:
      '`rejected`: the controller rejects a command. `limited`: it serves one in part only. `protocol_error`: its last message was refused. `held`: a hold covers the site. All others are troubles, as in the delivery.',
  }),
});
export type RegisteredSite = Static<typeof RegisteredSite>;

export const RegisteredSiteList = titled('RegisteredSiteList', { sites: Type.Array(RegisteredSite), nextCursor });
export type RegisteredSiteList = Static<typeof RegisteredSiteList>;
