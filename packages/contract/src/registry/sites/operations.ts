import { SITE_STATES } from '../../delivery/schema.ts';
import { AddSiteRequest, AddedSite, ChangeSiteRequest, RegisteredSite, RegisteredSiteList } from './schema.ts';
import { PATHS } from '../../paths.ts';
import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, type Operation, get, patch, post, remove, ok, shownOnce } from '../../operations/operation.ts';
import { optionalQuery, PARAMETERS, requiredQuery } from '../../operations/parameters.ts';
import { badBody, badQuery, badRequest, conflict, REFUSALS } from '../../operations/refusals.ts';

const shared = { tag: 'Site registry', scope: 'fleet:admin' } as const;
const registered: RegisteredSite = {
  siteId: EXAMPLES.siteId,
  siteName: 'Nordhafen',
  timeZone: 'Europe/Berlin',
  notes: 'feeder 3, behind the cold store',
  holdSeconds: null,
  createdAt: EXAMPLES.createdAt,
  isOnline: true,
  state: 'in_sync',
  issues: [],
};
const filters = [
  optionalQuery('name', 'Only sites whose name contains this, in upper or lower case.', { type: 'string' }),
  optionalQuery('online', 'Only sites that are online, or only those that are not.', { type: 'boolean' }),
  optionalQuery('state', 'Only sites in this state.', { type: 'string', enum: [...SITE_STATES] }),
  optionalQuery('issues', 'Only sites with an issue, or only those without.', { type: 'boolean' }),
  optionalQuery('poolId', 'Only the members of this pool now.', { type: 'string', format: 'uuid' }),
] as const;

export const siteRegistryOperations = [
  {
    ...shared,
    id: 'listRegisteredSites',
    ...get(PATHS.fleetSites),
    summary: 'List the registered sites',
    description: 'One page of all sites, sorted by name.',
    parameters: [...PARAMETERS.page, ...filters],
    success: ok('One page of sites.', RegisteredSiteList, { sites: [registered], nextCursor: null }),
    otherwise: [badQuery('limit must be a whole number from 1 to 1000')],
  },
  {
    ...shared,
    id: 'addSite',
    ...post(PATHS.fleetSites),
    summary: 'Add a site',
    description: 'Registers a site and makes the key that its controller signs in with. The key is shown only once.',
    request: bodyOf(AddSiteRequest, { siteName: 'Nordhafen', timeZone: 'Europe/Berlin' }),
    success: shownOnce('The site is registered.', AddedSite, {
      siteId: EXAMPLES.siteId,
      siteName: 'Nordhafen',
      timeZone: 'Europe/Berlin',
      controllerKey: 'sck_3q2-7wQm9nB4xVtY1cD8eF0gH5jK6lZ_aSdRfTgYhUk',
    }),
    otherwise: [
      badBody('timeZone: must be the name of a time zone, such as Europe/Berlin'),
      conflict('A site with this id already exists.', `there is already a site ${EXAMPLES.siteId}`),
    ],
  },
  {
    ...shared,
    id: 'getRegisteredSite',
    ...get(PATHS.fleetSite),
    summary: 'Read a registered site',
    description: 'One site as it is registered.',
    parameters: [PARAMETERS.siteId],
    success: ok('The site.', RegisteredSite, registered),
    otherwise: [REFUSALS.noQuery, REFUSALS.noSuchSite],
  },
  {
    ...shared,
    id: 'changeSite',
    ...patch(PATHS.fleetSite),
    summary: 'Change a registered site',
    description:
      'Changes the name, the time zone, the notes or `holdSeconds` of a site. Fields that are left out stay as they are.',
    parameters: [PARAMETERS.siteId],
    request: bodyOf(ChangeSiteRequest, { notes: 'feeder 3, behind the cold store' }),
    success: ok('The site.', RegisteredSite, registered),
    otherwise: [badBody('body: must NOT have fewer than 1 properties'), REFUSALS.noSuchSite],
  },
  {
    ...shared,
    id: 'removeSite',
    ...remove(PATHS.fleetSite),
    summary: 'Remove a site',
    description: 'Removes a site with everything stored for it: schedules, batches, state and controller keys.',
    parameters: [
      PARAMETERS.siteId,
      requiredQuery('name', 'The name of the site, so that a wrong id removes nothing.', {
        schema: { type: 'string' },
        example: 'Nordhafen',
        hint: 'give the name of the site that you want to remove',
      }),
    ],
    success: { status: 204, description: 'The site is removed.' },
    otherwise: [
      badRequest(
        'The name is missing, or a query parameter is unknown.',
        'name is missing; give the name of the site that you want to remove',
      ),
      REFUSALS.noSuchSite,
      conflict('The site has another name.', 'the name of this site is Nordhafen'),
    ],
  },
] as const satisfies readonly Operation[];
