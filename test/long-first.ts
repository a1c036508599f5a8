import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins with what takes long, however short its file is, so that no worker is left with it at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

const PROJECTS = ['journeys', 'PostgreSQL', 'fast'];

function rankOf({ moduleId, project }: TestSpecification): number {
  return moduleId.includes('/test/proofs/') ? -1 : PROJECTS.indexOf(project.name);
}
