import { MAX_HORIZON_HOURS } from '@setpoint/contract';
import { type Static, Type } from 'typebox';
import { plantCatalogue } from '../plant/plant-catalogue.ts';
import type { PlantConfig } from '../plant/plant-config.ts';
import { PlantConfigFile, plantProblems } from '../plant/plant-problems.ts';
import { type SunspecSiteFile, SunspecSiteFile as SunspecSite, sunspecProblems } from '../sunspec/sunspec-site-file.ts';
import type { CertificateFiles } from '../protocol/read-certificate.ts';
import { checkerOf, type Checked } from './checker-of.ts';

const strict = { additionalProperties: false } as const;
const DEFAULT_REPORT_SECONDS = 30;

const ControllerConfigFile = Type.Object(
  {
    service: Type.String({ pattern: '^(https?|mqtts?)://', description: 'an http, https, mqtt or mqtts address' }),
    siteId: Type.String({ pattern: '^[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$', description: 'a site id' }),
    controllerKey: Type.String({ pattern: '^sck_[\\w-]{43}$', description: 'a controller key, sck_…' }),
    certificateFile: Type.Optional(Type.String({ minLength: 1 })),
    certificateKeyFile: Type.Optional(Type.String({ minLength: 1 })),
    dataDir: Type.Optional(Type.String({ minLength: 1 })),
    reportSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    horizonHours: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_HORIZON_HOURS })),
    driver: Type.Object({ kind: Type.Enum(['simulated', 'sunspec']) }),
  },
  strict,
);
const simulatedFields = { kind: Type.Literal('simulated') };
const NamedPlant = Type.Object({ ...simulatedFields, site: Type.Enum(plantCatalogue.map(({ name }) => name)) }, strict);
const OwnPlant = Type.Object({ ...simulatedFields, plant: PlantConfigFile }, strict);

type ControllerFile = Static<typeof ControllerConfigFile>;
type DriverConfig = { readonly kind: 'simulated'; readonly plant: PlantConfig } | SunspecSiteFile;

export interface ControllerConfig extends Required<
  Omit<ControllerFile, 'driver' | 'horizonHours' | 'certificateFile' | 'certificateKeyFile'>
> {
  /** What it shows to the service, if anything. */
  readonly certificate: CertificateFiles | undefined;
  readonly horizonHours: number | undefined;
  readonly driver: DriverConfig;
}

export type ParsedControllerConfig =
  | { readonly kind: 'config'; readonly config: ControllerConfig }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const checkFile = checkerOf(ControllerConfigFile);
const checkNamedPlant = checkerOf(NamedPlant);
const checkOwnPlant = checkerOf(OwnPlant);
const checkSunspec = checkerOf(SunspecSite);

/** Reads the configuration of a controller; lists all its problems at once. */
export function parseControllerConfig(text: string): ParsedControllerConfig {
  const document = parseJson(text);
  if (document.kind === 'invalid') return document;
  const file = withProblems(checkFile(document.value), certificateProblems);
  const driver = checkDriver((document.value as { driver?: unknown } | null)?.driver);
  if (file.kind === 'valid' && driver?.kind === 'valid') {
    const { dataDir = './controller-data', reportSeconds = DEFAULT_REPORT_SECONDS } = file.value;
    const { horizonHours, certificateFile: _, certificateKeyFile: __, ...rest } = file.value;
    const certificate = certificateOf(file.value);
    const config = { ...rest, certificate, dataDir, reportSeconds, horizonHours, driver: driver.value };
    return { kind: 'config', config };
  }
  return { kind: 'invalid', problems: [...problemsOf(file), ...problemsOf(driver)] };
}

function certificateProblems({ service, certificateFile, certificateKeyFile }: ControllerFile): readonly string[] {
  if (certificateFile === undefined && certificateKeyFile === undefined) return [];
  const missing = certificateFile === undefined ? 'certificateFile' : 'certificateKeyFile';
  return [
    ...(certificateFile === undefined || certificateKeyFile === undefined ? [`the file: ${missing} is missing`] : []),
    ...(/^(https|mqtts):/.test(service) ? [] : ['service: must be an https or mqtts address to show a certificate']),
  ];
}

function certificateOf({ certificateFile, certificateKeyFile }: ControllerFile): CertificateFiles | undefined {
  if (certificateFile === undefined || certificateKeyFile === undefined) return undefined;
  return { certificateFile, certificateKeyFile };
}

function problemsOf(checked: Checked<unknown> | undefined): readonly string[] {
  return checked?.kind === 'invalid' ? checked.problems : [];
}

/** undefined if it is no driver at all, which the check of the file reports. */
function checkDriver(driver: unknown): Checked<DriverConfig> | undefined {
  const { kind, plant } = (driver ?? {}) as { kind?: unknown; plant?: unknown };
  if (kind === 'sunspec') return withProblems(checkSunspec(driver, 'driver'), sunspecProblems, 'driver');
  if (kind !== 'simulated') return undefined;
  return plant === undefined ? namedPlant(driver) : ownPlant(driver);
}

function namedPlant(driver: unknown): Checked<DriverConfig> {
  const checked = checkNamedPlant(driver, 'driver');
  if (checked.kind === 'invalid') return checked;
  const plant = plantCatalogue.find(({ name }) => name === checked.value.site);
  if (plant === undefined) return { kind: 'invalid', problems: ['driver.site: is not in the catalogue'] };
  return { kind: 'valid', value: { kind: 'simulated', plant } };
}

function ownPlant(driver: unknown): Checked<DriverConfig> {
  const checked: Checked<{ kind: 'simulated'; plant: PlantConfig }> = checkOwnPlant(driver, 'driver');
  return withProblems(checked, ({ plant }) => plantProblems(plant), 'driver.plant');
}

function withProblems<Value>(
  checked: Checked<Value>,
  find: (value: Value) => readonly string[],
  place?: string,
): Checked<Value> {
  const problems = checked.kind === 'valid' ? find(checked.value) : [];
  if (problems.length === 0) return checked;
  return {
    kind: 'invalid',
    problems: problems.map((problem) => (place === undefined ? problem : `${place}.${problem}`)),
  };
}

function parseJson(text: string): Checked<unknown> {
  try {
    return { kind: 'valid', value: JSON.parse(text) };
  } catch (cause) {
    return { kind: 'invalid', problems: [`the file: is no JSON: ${cause instanceof Error ? cause.message : ''}`] };
  }
}
