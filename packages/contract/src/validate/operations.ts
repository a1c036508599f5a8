import { PATHS } from '../paths.ts';
import { CreateSchedulesBatchRequest } from '../schedules/schema.ts';
import { ScheduleValidation, type ValidSchedules } from './schema.ts';
import { badRequest, noAccess, noSuchSite, ofPost, withTokenAndBody } from '../operations/error-answers.ts';
import { gridLimit, storageSetpoint } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation } from '../operations/operation.ts';
import { conditionParameters, optionalWindowParameters, siteIdParameter } from '../operations/parameters.ts';
import { batchTooLarge, versionDiffers } from '../sites/operations.ts';

const valid: ValidSchedules = { isValid: true, accepted: 1, version: 17, schedules: [gridLimit, storageSetpoint] };

export const validateOperations: readonly Operation[] = [
  {
    id: 'validateSchedules',
    method: 'post',
    path: PATHS.fleetSiteValidate,
    tag: 'Plan and headroom',
    summary: 'Ask what would become of a batch',
    description:
      'Takes the body of the POST that sets schedules and writes nothing. The answer is what would be set, or every problem; with `plan=true` also the plan that would result and what would change in it. Needs `sites:read` as well: it shows what is set.',
    scope: 'schedules:write',
    parameters: [
      siteIdParameter,
      {
        name: 'plan',
        in: 'query',
        required: false,
        description: 'Whether the plan is wanted too.',
        schema: { enum: ['true'] },
      },
      ...optionalWindowParameters,
      ...conditionParameters.filter(({ name }) => name === 'If-Schedule-Version'),
    ],
    request: bodyOf(CreateSchedulesBatchRequest, { schedules: [gridLimit] }),
    answers: answersOf(
      [
        {
          status: 200,
          description: 'What would be set, or what is wrong.',
          body: bodyOf(ScheduleValidation, valid),
          headers: ['X-Request-Id'],
        },
        badRequest('The body is no JSON at all, or a parameter or header is wrong.', 'the body is not JSON'),
        noAccess,
        noSuchSite,
        versionDiffers,
        batchTooLarge,
      ],
      ofPost(withTokenAndBody),
    ),
  },
];
