import { type TSchema, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { AssetName, closed, CommandTypeName, number, text } from '../schema/fields.ts';
import { PutSignalRequest } from '../pools/signals/schema.ts';
import { workflowStep, type WorkflowStep } from './workflow-step.ts';

/** What people do with several calls, one after the other. */
export interface Workflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly description: string;
  readonly inputs: TSchema;
  readonly steps: readonly WorkflowStep[];
  readonly outputs: Readonly<Record<string, string>>;
}

// Inputs have no formats, and name each field: some runners stop at a format, and drop fields that are not named.
const accessToken = text('An access token, such as the output of `connectClient`.');
const siteId = text('The id of the site.');
const minutes = (description: string) =>
  Type.Integer({ minimum: 1, maximum: LIMITS.maxResolutionMinutes, description });
const from = text('The start of the window: RFC 3339 with an offset.');
const to = text('The end of the window, not included.');
const { kW, sequence } = PutSignalRequest.properties;
const Entry = closed({
  startAt: text('The start.'),
  endAt: text('The end, not included.'),
  value: number('The value.'),
});
const Command = closed({ asset: AssetName, type: CommandTypeName, entries: Type.Array(Entry) });

const connectClient: Workflow = {
  workflowId: 'connectClient',
  summary: 'Connect a client, and read its sites',
  description: 'A token by client credentials, with all scopes of the client, and the sites that it can see.',
  inputs: closed({ clientId: text('The id of the client.'), clientSecret: text('A secret of the client.') }),
  steps: [
    workflowStep({
      stepId: 'getToken',
      description: 'Get an access token.',
      operationId: 'issueToken',
      parameters: {},
      payload: {
        grant_type: 'client_credentials',
        client_id: '$inputs.clientId',
        client_secret: '$inputs.clientSecret',
      },
      outputs: { accessToken: '$response.body#/access_token', expiresInSeconds: '$response.body#/expires_in' },
    }),
    workflowStep({
      stepId: 'readSites',
      description: 'Read the sites.',
      operationId: 'listSites',
      parameters: {},
      token: '$steps.getToken.outputs.accessToken',
      outputs: { sites: '$response.body#/sites' },
    }),
  ],
  outputs: {
    accessToken: '$steps.getToken.outputs.accessToken',
    expiresInSeconds: '$steps.getToken.outputs.expiresInSeconds',
    sites: '$steps.readSites.outputs.sites',
  },
};

const setDay: Workflow = {
  workflowId: 'setDay',
  summary: 'Set a day on a site, and wait until its controller has accepted it',
  description:
    'The values are for all of the day in the time zone of the site: 96 quarters of an hour, 92 or 100 when the clock changes. Everything else stays set. The workflow fails as soon as the controller rejects the day, and after 10 minutes in which it did not take it.',
  inputs: closed({
    accessToken,
    siteId,
    asset: AssetName,
    type: CommandTypeName,
    day: text('The date, such as `2027-03-28`.'),
    resolution: minutes('How long each value lasts, in minutes.'),
    values: Type.Array(Type.Number(), { minItems: 1, description: 'The values one after the other.' }),
  }),
  steps: [
    workflowStep({
      stepId: 'set',
      description: 'Set the day.',
      operationId: 'spliceSchedules',
      parameters: { siteId: '$inputs.siteId' },
      payload: {
        schedules: [
          {
            asset: '$inputs.asset',
            type: '$inputs.type',
            entries: { day: '$inputs.day', resolution: '$inputs.resolution', values: '$inputs.values' },
          },
        ],
      },
      outputs: { batchId: '$response.body#/batchId', version: '$response.header.Schedule-Version' },
    }),
    workflowStep({
      stepId: 'awaitAcceptance',
      description: 'Wait for the controller.',
      operationId: 'getBatchDelivery',
      parameters: { batchId: '$steps.set.outputs.batchId', wait: 'accepted', timeout: 30 },
      conditions: ["$response.body#/state == 'accepted'"],
      retry: { condition: "$response.body#/state == 'pending'", afterSeconds: 1, limit: 20 },
      outputs: { state: '$response.body#/state' },
    }),
  ],
  outputs: {
    batchId: '$steps.set.outputs.batchId',
    version: '$steps.set.outputs.version',
    state: '$steps.awaitAcceptance.outputs.state',
  },
};

const checkThenSplice: Workflow = {
  workflowId: 'checkThenSplice',
  summary: 'Check a batch for a window, then set it',
  description:
    'The checked batch is set only if the schedule of the site is still at the version that it was checked against: otherwise the second step is answered with 412, and nothing has changed.',
  inputs: closed({
    accessToken,
    siteId,
    from,
    to,
    schedules: Type.Array(Command, {
      minItems: LIMITS.minCommands,
      maxItems: LIMITS.maxCommands,
      description: 'The commands, with their entries in the window.',
    }),
  }),
  steps: [
    workflowStep({
      stepId: 'check',
      description: 'Check the batch. Nothing is written.',
      operationId: 'validateSchedules',
      parameters: { siteId: '$inputs.siteId' },
      payload: { from: '$inputs.from', to: '$inputs.to', schedules: '$inputs.schedules' },
      conditions: ['$response.body#/isValid == true'],
      outputs: { version: '$response.body#/version' },
    }),
    workflowStep({
      stepId: 'splice',
      description: 'Set it, if nothing came in between.',
      operationId: 'spliceSchedules',
      parameters: { siteId: '$inputs.siteId', 'If-Schedule-Version': '$steps.check.outputs.version' },
      payload: { from: '$inputs.from', to: '$inputs.to', schedules: '$inputs.schedules' },
      outputs: { batchId: '$response.body#/batchId', version: '$response.header.Schedule-Version' },
    }),
  ],
  outputs: { batchId: '$steps.splice.outputs.batchId', version: '$steps.splice.outputs.version' },
};

const bookReserve: Workflow = {
  workflowId: 'bookReserve',
  summary: 'Book aFRR import, if the headroom of the site allows it',
  description:
    'The booking takes the place of aFRR import that is booked in the window. The first step fails if less fits on top of what is set, or if nothing is known that bounds it; the second one if the schedule changed in between.',
  inputs: closed({
    accessToken,
    siteId,
    from,
    to,
    minutes: minutes('The length of the window in minutes: the headroom is read over all of it at once.'),
    kW: number('The power to keep free, in kW.'),
  }),
  steps: [
    workflowStep({
      stepId: 'readHeadroom',
      description: 'Read how much fits.',
      operationId: 'getSiteHeadroom',
      parameters: {
        siteId: '$inputs.siteId',
        from: '$inputs.from',
        to: '$inputs.to',
        resolution: '$inputs.minutes',
      },
      conditions: ['$response.body#/intervals/0/afrrImport/kW >= $inputs.kW'],
      outputs: { version: '$response.body#/version', headroomkW: '$response.body#/intervals/0/afrrImport/kW' },
    }),
    workflowStep({
      stepId: 'book',
      description: 'Book it, if nothing came in between.',
      operationId: 'spliceSchedules',
      parameters: { siteId: '$inputs.siteId', 'If-Schedule-Version': '$steps.readHeadroom.outputs.version' },
      payload: {
        from: '$inputs.from',
        to: '$inputs.to',
        schedules: [
          {
            asset: 'grid',
            type: 'afrrImportBookingkW',
            entries: [{ startAt: '$inputs.from', endAt: '$inputs.to', value: '$inputs.kW' }],
          },
        ],
      },
      outputs: { batchId: '$response.body#/batchId', version: '$response.header.Schedule-Version' },
    }),
  ],
  outputs: {
    headroomkW: '$steps.readHeadroom.outputs.headroomkW',
    batchId: '$steps.book.outputs.batchId',
    version: '$steps.book.outputs.version',
  },
};

const askPool: Workflow = {
  workflowId: 'askPool',
  summary: 'Ask a pool for power, and see what it supplied',
  description:
    'The supplied power is known for whole minutes that have ended, so the second step asks again, for 5 minutes at most, until it is known of a member. To renew a signal, run the first step alone, with the next sequence.',
  inputs: closed({
    accessToken,
    poolId: text('The id of the pool.'),
    kW,
    sequence,
    validUntil: text('When it ends by itself: after now, and at most 15 minutes from now.'),
    from: text('The start of the minute in which it is asked: what was asked before is left out.'),
    to: text('The end of the window, not included: after the signal ends.'),
  }),
  steps: [
    workflowStep({
      stepId: 'ask',
      description: 'Ask for the power. It is divided among the members.',
      operationId: 'putPoolSignal',
      parameters: { poolId: '$inputs.poolId' },
      payload: { kW: '$inputs.kW', sequence: '$inputs.sequence', validUntil: '$inputs.validUntil' },
      outputs: { orderedkW: '$response.body#/orderedkW', shortfallkW: '$response.body#/shortfallkW' },
    }),
    workflowStep({
      stepId: 'readSupplied',
      description: 'Read what was supplied, minute by minute.',
      operationId: 'getPoolSupplied',
      parameters: { poolId: '$inputs.poolId', from: '$inputs.from', to: '$inputs.to' },
      conditions: ['$response.body#/slots/0/members > 0'],
      retry: { condition: '$statusCode == 200', afterSeconds: 15, limit: 20 },
      outputs: { slots: '$response.body#/slots' },
    }),
  ],
  outputs: {
    orderedkW: '$steps.ask.outputs.orderedkW',
    shortfallkW: '$steps.ask.outputs.shortfallkW',
    slots: '$steps.readSupplied.outputs.slots',
  },
};

/** The workflows of the Arazzo document, in its order. */
export const WORKFLOWS: readonly Workflow[] = [connectClient, setDay, checkThenSplice, bookReserve, askPool];
