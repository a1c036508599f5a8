import { hash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The package is built beside the first; the last are short, so that no worker is left with a long one at the end.
const PROJECTS = [
  'stores',
  'routes',
  'samples',
  'pages',
  'deploy',
  'clients',
  'journeys',
  'journeys-PostgreSQL',
  'console',
  'PostgreSQL',
  'fast',
];

/** Begins with what took long the last time, however short its file is, so that no worker is left with it at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (files.some(needsPackage)) this.buildPackage();
    const seed = process.env['SETPOINT_TEST_ORDER'];
    if (seed !== undefined) return shuffled(files, seed);
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other) || this.lasted(other) - this.lasted(one));
  }

  /** So that it is there when the first file waits for it; a failure is told to that one. */
  private buildPackage(): void {
    void fetch(this.ctx.getRootProject().getProvidedContext().packageDoor).catch(() => undefined);
  }

  private lasted(file: TestSpecification): number {
    return this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
  }
}

/** In an order that a seed draws, to see that no file needs another before it. */
function shuffled(files: readonly TestSpecification[], seed: string): TestSpecification[] {
  const drawn = ({ moduleId, project }: TestSpecification) => hash('sha256', `${seed} ${project.name} ${moduleId}`);
  return files.toSorted((one, other) => (drawn(one) < drawn(other) ? -1 : 1));
}

// Files of one project follow each other: a worker keeps their modules.
function rankOf({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}

function needsPackage({ project }: TestSpecification): boolean {
  return project.config.setupFiles.some((path) => path.endsWith('/await-package.ts'));
}
