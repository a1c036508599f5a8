import { globSync, readFileSync } from 'node:fs';
import { pythonVersion } from './python-version.ts';

/** What is there to release. */
export interface Release {
  /** The version of each manifest, by its path. */
  readonly versions: ReadonlyMap<string, string>;
  readonly changelog: string;
}

const TAG = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/;
const PYPROJECT = 'clients/python/pyproject.toml';

/** Why a tag is not a release: it must be the version of all that is published, with a section of the changelog. */
export function releaseProblems(tag: string, { versions, changelog }: Release): string[] {
  const [, version] = TAG.exec(tag) ?? [];
  if (version === undefined) return [`${tag} is not a tag such as v1.2.3`];
  if (/[.-]dev$/.test(version)) return [`${version} is no release, but what is on the way to one`];
  const others = [...versions].filter(
    ([path, other]) => other !== (path === PYPROJECT ? pythonVersion(version) : version),
  );
  const missing = releaseNotes(version, changelog) === undefined ? [`CHANGELOG.md has no section ${version}`] : [];
  const left = hasUnreleased(changelog)
    ? ['CHANGELOG.md has entries under Unreleased: move them into the section']
    : [];
  const wrong = others.map(([path, other]) => `${path} has the version ${other}, which is not that of ${version}`);
  return [...wrong, ...missing, ...left];
}

function hasUnreleased(changelog: string): boolean {
  const sections = changelog.split(/^## /m).slice(1);
  return sections.some((section) => section.startsWith('Unreleased') && /^- /m.test(section));
}

/** What the changelog says about a version; undefined if nothing, or if a newer one is above it. */
export function releaseNotes(version: string, changelog: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const [newest] = sections.filter((section) => !section.startsWith('Unreleased'));
  const [title = '', ...lines] = (newest ?? '').split('\n');
  const [named] = title.replaceAll(/[[\]]/g, '').split(' ');
  const notes = lines.join('\n').trim();
  return named === version && notes !== '' ? notes : undefined;
}

export function readRelease(): Release {
  const manifests = globSync(['package.json', 'packages/*/package.json']);
  const ofPackages = manifests.map((path): [string, string] => {
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
    return [path, version];
  });
  const chart = readFileSync('deploy/helm/setpoint/Chart.yaml', 'utf8');
  const ofChart = ['version', 'appVersion'].map((field): [string, string] => [
    `deploy/helm/setpoint/Chart.yaml (${field})`,
    new RegExp(`^${field}: (\\S+)$`, 'm').exec(chart)?.[1] ?? '',
  ]);
  const ofPython = /^version = "(\S+)"$/m.exec(readFileSync(PYPROJECT, 'utf8'))?.[1] ?? '';
  return {
    versions: new Map([...ofPackages, ...ofChart, [PYPROJECT, ofPython]]),
    changelog: readFileSync('CHANGELOG.md', 'utf8'),
  };
}

/** What npm compares with the place of the build, which it publishes nothing without. */
export interface PackedManifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: { readonly url?: string };
  readonly homepage?: string;
  readonly bugs?: { readonly url?: string };
}

/** Why npm would refuse a package that is made in the repository at an address. */
export function packedProblems({ name, ...manifest }: PackedManifest, repository: string): string[] {
  const url = manifest.repository?.url ?? '';
  const missing = [manifest.homepage, manifest.bugs?.url].includes(undefined) ? ['has no homepage or no bugs'] : [];
  const other = url === `git+${repository}.git` ? [] : [`has the repository ${JSON.stringify(url)}, not ${repository}`];
  return [...other, ...missing].map((problem) => `${name}: the package ${problem}`);
}
