import { afterAll, beforeEach, onTestFinished } from 'vitest';

type Opened = { close(): unknown } | { [Symbol.asyncDispose](): PromiseLike<void> };

/** For tests: what was opened, until the tests of the describe or the file are over. */
export async function ofTests<One extends Opened>(opening: One | Promise<One>): Promise<One> {
  const opened = await opening;
  afterAll(() => close(opened));
  return opened;
}

/** The same, until the test is over. */
export async function ofTest<One extends Opened>(opening: One | Promise<One>): Promise<One> {
  const opened = await opening;
  onTestFinished(() => close(opened));
  return opened;
}

/** For tests: what is opened anew before each test, under one name. */
export function inEachTest<One extends object>(open: () => One | Promise<One>): One {
  const opened = {} as One;
  beforeEach(async () => {
    Object.defineProperties(opened, Object.getOwnPropertyDescriptors(await open()));
  });
  return opened;
}

async function close(opened: Opened): Promise<void> {
  await ('close' in opened ? opened.close() : opened[Symbol.asyncDispose]());
}
