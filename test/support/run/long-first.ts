import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Where nothing was measured: what stands behind the others most likely is short.
const PROJECTS = [
  'samples',
  'pages',
  'deploy',
  'clients',
  'journeys',
  'journeys-PostgreSQL',
  'console',
  'stores',
  'routes',
  'interface',
  'PostgreSQL',
  'fast',
];

/** Begins with what took long the last time, however short its file is, so that no worker is left with it at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (files.some(needsPackage)) this.buildPackage();
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) =>
        groupOf(one) - groupOf(other) || rankOf(one) - rankOf(other) || this.lasted(other) - this.lasted(one),
    );
  }

  /** So that it is there when the first file waits for it; a failure is told to that one. */
  private buildPackage(): void {
    void fetch(this.ctx.getRootProject().getProvidedContext().packageDoor).catch(() => undefined);
  }

  private lasted(file: TestSpecification): number {
    return this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

// Files of one project follow each other: a worker keeps their modules.
function rankOf({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}

function needsPackage({ project }: TestSpecification): boolean {
  return project.config.setupFiles.some((path) => path.endsWith('/await-package.ts'));
}
