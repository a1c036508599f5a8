/** A package of npm. */
export interface Part {
  readonly name: string;
  readonly version: string;
}

export function purlOf({ name, version }: Part): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
