/** The changelog with what was unreleased under the name of a release. */
export function cutChangelog(
  changelog: string,
  { version, date }: { readonly version: string; readonly date: string },
): string {
  const heading = '## Unreleased\n';
  if (!changelog.includes(heading)) throw new Error('CHANGELOG.md has no section Unreleased');
  return changelog.replace(heading, `${heading}\n## ${version} - ${date}\n`);
}
