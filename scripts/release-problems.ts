import { globSync, readFileSync } from 'node:fs';

/** What is there to release. */
export interface Release {
  /** The version of each manifest, by its path. */
  readonly versions: ReadonlyMap<string, string>;
  readonly changelog: string;
}

const TAG = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/;

/** Why a tag is not a release: it must be the version of all that is published, with a section of the changelog. */
export function releaseProblems(tag: string, { versions, changelog }: Release): string[] {
  const [, version] = TAG.exec(tag) ?? [];
  if (version === undefined) return [`${tag} is not a tag such as v1.2.3`];
  const others = [...versions].filter(([, other]) => other !== version);
  const missing = releaseNotes(version, changelog) === undefined ? [`CHANGELOG.md has no section ${version}`] : [];
  const left = hasUnreleased(changelog)
    ? ['CHANGELOG.md has entries under Unreleased: move them into the section']
    : [];
  return [...others.map(([path, other]) => `${path} has the version ${other}, not ${version}`), ...missing, ...left];
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
  return { versions: new Map([...ofPackages, ...ofChart]), changelog: readFileSync('CHANGELOG.md', 'utf8') };
}
