import { Ajv } from 'ajv';
import { type Static, Type } from 'typebox';
import { plantCatalogue } from './plant/plant-catalogue.ts';

const strict = { additionalProperties: false } as const;
const DEFAULT_REPORT_SECONDS = 30;

export const ControllerConfigFile = Type.Object(
  {
    service: Type.String({
      pattern: '^(https?|mqtts?)://',
      description: 'Where the service is; the scheme is the binding.',
    }),
    siteId: Type.String({ pattern: '^[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$' }),
    controllerKey: Type.String({ pattern: '^sck_[\\w-]{43}$' }),
    dataDir: Type.Optional(Type.String({ minLength: 1 })),
    reportSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    driver: Type.Object(
      { kind: Type.Literal('simulated'), site: Type.Enum(plantCatalogue.map(({ name }) => name)) },
      strict,
    ),
  },
  { ...strict, title: 'ControllerConfig' },
);

export type ControllerConfig = Required<Static<typeof ControllerConfigFile>>;

export type ParsedControllerConfig =
  | { readonly kind: 'config'; readonly config: ControllerConfig }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const ajv = new Ajv({ strict: false, allErrors: true });
const isConfigFile = ajv.compile<Static<typeof ControllerConfigFile>>(ControllerConfigFile);

/** Reads the configuration of a controller and lists all that is wrong with it at once. */
export function parseControllerConfig(text: string): ParsedControllerConfig {
  const document = parseJson(text);
  if (isConfigFile(document)) {
    const { dataDir = './controller-data', reportSeconds = DEFAULT_REPORT_SECONDS } = document;
    return { kind: 'config', config: { ...document, dataDir, reportSeconds } };
  }
  return { kind: 'invalid', problems: [...new Set((isConfigFile.errors ?? []).map(problemText))] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Fault = NonNullable<typeof isConfigFile.errors>[number];

function problemText({ instancePath, keyword, params, message }: Fault): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || 'the file';
  if (keyword === 'additionalProperties')
    return `${place}: there is no setting ${String(params['additionalProperty'])}`;
  if (keyword === 'enum') return `${place}: must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
  return `${place}: ${message ?? keyword}`;
}
