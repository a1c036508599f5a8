import { inject } from 'vitest';
import type { ProvidedPackage } from './provided-package.ts';

/** Before a file of journeys: says what to start, once it is there. */
const answer = await fetch(inject('packageDoor'));
if (!answer.ok) throw new Error(`the package could not be built: ${await answer.text()}`);
const { tarball, program } = (await answer.json()) as ProvidedPackage;
process.env['SETPOINT_TEST_PACKAGE'] = tarball;
process.env['SETPOINT_TEST_PROGRAM'] = program;
