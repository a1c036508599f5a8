import { SITE_STATES } from '../../delivery/schema.ts';
import {
  AddSiteRequest,
  AddSiteResponse,
  ChangeSiteRequest,
  RegisteredSite,
  RegisteredSiteList,
} from '../clients/schema.ts';
import { PATHS } from '../../paths.ts';
import { badRequest, noSuchSite, ofPost, withToken, withTokenAndBody } from '../../operations/error-answers.ts';
import { CREATED_AT, SITE_ID } from '../../operations/examples.ts';
import { answersOf, bodyOf, type Operation, type Parameter, refusalOf } from '../../operations/operation.ts';
import { pageParameters, siteIdParameter } from '../../operations/parameters.ts';

const shared = { tag: 'Site registry', scope: 'fleet:admin' } as const;
const registered: RegisteredSite = {
  siteId: SITE_ID,
  siteName: 'Nordhafen',
  timeZone: 'Europe/Berlin',
  notes: 'feeder 3, behind the cold store',
  createdAt: CREATED_AT,
  isOnline: true,
  state: 'in_sync',
  issues: [],
};
const filter = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});
const filters: readonly Parameter[] = [
  filter('name', 'Only sites whose name has this in it, whatever the letter case.', { type: 'string' }),
  filter('online', 'Only those that are online, or are not.', { type: 'boolean' }),
  filter('state', 'Only those in this state.', { enum: [...SITE_STATES] }),
  filter('issues', 'Only those with an issue, or without.', { type: 'boolean' }),
];
const noQuery = badRequest(
  'The path takes no query parameters.',
  'unknown query parameter "page"; this path takes none',
);

export const siteRegistryOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'listRegisteredSites',
    method: 'get',
    path: PATHS.fleetSites,
    summary: 'List the registered sites',
    description: 'All sites, by name, a page at a time.',
    parameters: [...pageParameters, ...filters],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'One page of sites.',
          body: bodyOf(RegisteredSiteList, { sites: [registered], nextCursor: null }),
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated or wrong.', 'limit must be a whole number from 1 to 1000'),
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'addSite',
    method: 'post',
    path: PATHS.fleetSites,
    summary: 'Add a site',
    description: 'Registers a site and makes the key that its controller signs in with. The key is shown this once.',
    request: bodyOf(AddSiteRequest, { siteName: 'Nordhafen', timeZone: 'Europe/Berlin' }),
    answers: answersOf(
      [
        {
          status: 201,
          description: 'The site is registered.',
          body: bodyOf(AddSiteResponse, {
            siteId: SITE_ID,
            siteName: 'Nordhafen',
            timeZone: 'Europe/Berlin',
            controllerKey: 'sck_3q2-7wQm9nB4xVtY1cD8eF0gH5jK6lZ_aSdRfTgYhUk',
          }),
          headers: ['X-Request-Id'],
        },
        badRequest(
          'The body is wrong, and the message says where.',
          'timeZone: must be the name of a time zone, such as Europe/Berlin',
        ),
        refusalOf('conflict', {
          description: 'There is a site with this id already.',
          message: `there is a site ${SITE_ID} already`,
        }),
      ],
      ofPost(withTokenAndBody),
    ),
  },
  {
    ...shared,
    id: 'getRegisteredSite',
    method: 'get',
    path: PATHS.fleetSite,
    summary: 'Read a registered site',
    description: 'One site as it was registered.',
    parameters: [siteIdParameter],
    answers: answersOf(
      [
        { status: 200, description: 'The site.', body: bodyOf(RegisteredSite, registered), headers: ['X-Request-Id'] },
        noQuery,
        noSuchSite,
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'changeSite',
    method: 'patch',
    path: PATHS.fleetSite,
    summary: 'Change how a site is registered',
    description: 'Its name, its time zone, its notes; what is left out stays.',
    parameters: [siteIdParameter],
    request: bodyOf(ChangeSiteRequest, { notes: 'feeder 3, behind the cold store' }),
    answers: answersOf(
      [
        { status: 200, description: 'The site.', body: bodyOf(RegisteredSite, registered), headers: ['X-Request-Id'] },
        badRequest('The body is wrong, and the message says where.', 'body: must NOT have fewer than 1 properties'),
        noSuchSite,
      ],
      withTokenAndBody,
    ),
  },
  {
    ...shared,
    id: 'removeSite',
    method: 'delete',
    path: PATHS.fleetSite,
    summary: 'Remove a site',
    description: 'Removes a site with everything kept for it: schedules, batches, state and controller keys.',
    parameters: [
      siteIdParameter,
      {
        ...filter('name', 'Its name, so that a wrong id is not enough.', { type: 'string' }),
        required: true,
        example: 'Nordhafen',
      },
    ],
    answers: answersOf(
      [
        { status: 204, description: 'The site is gone.', headers: ['X-Request-Id'] },
        badRequest(
          'The name is missing, or a query parameter is unknown.',
          'name: give the name of the site that is to go',
        ),
        noSuchSite,
        refusalOf('conflict', {
          description: 'The site has another name.',
          message: 'the name of this site is Nordhafen',
        }),
      ],
      withToken,
    ),
  },
];
